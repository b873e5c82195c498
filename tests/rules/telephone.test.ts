import { expect, test } from "vitest";
import { readTelephone } from "~/domain/telephone";
import { internationalForm } from "~/domain/telephone.server";

test.each([
  ["0551–234—567", "0551-234-567"],
  ["０５５１２３４５６７", "0551234567"],
  ["＋９６６（55）1234567", "+966(55)1234567"],
  ["055.123.4567", "055 123 4567"],
  ["055\u2060123\u200b4567", "0551234567"],
  ["٠٥٥١٢٣٤٥٦٧ تحويلة ٨", "0551234567 ext 8"],
  ["0112345678 ext. 12", "0112345678 ext 12"],
  ["0112345678x12", "0112345678 ext 12"],
  ["0112345678, Ext: 120", "0112345678 ext 120"],
  ["055−123﹘4567", "055-123-4567"],
  ["هاتف", "هاتف"],
])("%s is %s", (typed, telephone) => {
  expect(readTelephone(typed)).toBe(telephone);
});

test("an extension is no part of the international form", () => {
  expect(internationalForm("0112345678 ext 12", "SA")).toBe("+966112345678");
});

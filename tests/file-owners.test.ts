import { describe, expect, test } from "vitest";
import { addOwner, type Owners, ownersOfFile, readPasted } from "~/features/papers/uploads/owners";

/* The owner of a file by its name, and the owner of a pasted line. */

const owners: Owners = new Map();
for (const [number, id] of [
  ["A1234567", 1],
  ["B 765-4321", 2],
  ["7", 3],
  ["09596228", 4],
  ["DUP12345", 5],
  ["dup-12345", 6],
] as const)
  addOwner(owners, number, id);

describe("a file", () => {
  test.each([
    ["A1234567.pdf", [1]],
    ["a1234567 (2).PDF", [1]],
    ["جوازA1234567سالم.jpg", [1]],
    ["A 1234-567.pdf", [1]],
    ["B7654321.png", [2]],
    ["٠٩٥٩٦٢٢٨.pdf", [4]],
    ["Ａ１２３４５６７.pdf", [1]],
    ["XA1234567.pdf", []],
    ["A12345678.pdf", []],
    ["7.pdf", [3]],
    ["scan 7.pdf", []],
    ["A1234567 B7654321.pdf", [1, 2]],
    ["DUP12345.pdf", [5, 6]],
    ["../../A1234567", [1]],
    ["..\\..\\A1234567.pdf", [1]],
    [".pdf", []],
    ["", []],
    ["__proto__.pdf", []],
    [`${"a ".repeat(5000)}A1234567.pdf`, [1]],
  ])("%s", (name, ids) => {
    expect(ownersOfFile(name, owners)).toEqual(ids);
  });
});

test("pasted lines are read from tables and from text", () => {
  const text = [
    "رقم الجواز\tالرقم",
    "سالم\tA1234567\t\t605",
    "B7654321;606",
    "09596228 607",
    "ZZ111111\t1",
    "DUP12345,2",
    "",
    "A1234567",
  ].join("\n");
  expect(readPasted(text, owners)).toEqual([
    { text: "سالم\tA1234567\t\t605", ids: [1], value: "605" },
    { text: "B7654321;606", ids: [2], value: "606" },
    { text: "09596228 607", ids: [4], value: "607" },
    { text: "ZZ111111\t1", ids: [], value: "" },
    { text: "DUP12345,2", ids: [5, 6], value: "2" },
    { text: "A1234567", ids: [1], value: "" },
  ]);
});

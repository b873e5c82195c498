import { expect, test } from "vitest";
import { oneOf } from "~/features/importables/choices";

/* Cells of a choice in an imported file (docs/decisions/imports.md). */

test("a cell of a choice is read by its word, its code or another word for it", () => {
  const { read, hint } = oneOf(
    [
      ["male", "ذكر"],
      ["female", "أنثى"],
    ],
    { m: "male" },
  );
  expect(["ذَكر", " MALE ", "M", "انثي", "x", ""].map(read)).toEqual([
    "male",
    "male",
    "male",
    "female",
    undefined,
    undefined,
  ]);
  expect(read(`ذكر${" ".repeat(300)}`)).toBeUndefined(); // too long to be compared: the reader trims cells
  expect(hint).toBe("ذكر أو أنثى");
});

test.each([
  [
    "words",
    [
      ["a", "A+"],
      ["b", "A-"],
    ],
    {},
  ],
  [
    "codes",
    [
      ["A+", "موجب"],
      ["A-", "سالب"],
    ],
    {},
  ],
  [
    "a code and a word",
    [
      ["a", "ب"],
      ["ب", "ج"],
    ],
    {},
  ],
  [
    "another word",
    [
      ["a", "واحد"],
      ["b", "اثنان"],
    ],
    { واحِد: "b" },
  ],
] as [string, [string, string][], Record<string, string>][])(
  "two codes that %s cannot tell apart are refused",
  (_, choices, others) => {
    expect(() => oneOf(choices, others)).toThrow("would stand for");
  },
);

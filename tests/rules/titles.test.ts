import { expect, test } from "vitest";
import { titleOf } from "~/domain/titles";

test.each([
  ["1985-03-05", "ذكر", "MR"],
  ["1985-03-05", "أنثى", "MS"],
  ["1985-03-05", null, null],
  [null, "أنثى", "MS"],
  [null, null, null],
  ["2015-03-01", "ذكر", "MR"],
  ["2015-03-02", "ذكر", "MSTR"],
  ["2015-03-02", "أنثى", "MISS"],
  ["2015-03-02", null, null],
  ["2025-03-01", "أنثى", "MISS"],
  ["2025-03-02", "أنثى", "INF"],
  ["2025-03-02", null, "INF"],
  ["2027-03-01", "ذكر", "INF"],
  ["2024-02-29", "ذكر", "MSTR"],
])("who was born on %s, %s, is %s on the day of departure", (date_of_birth, gender, title) => {
  expect(titleOf({ date_of_birth, gender }, "2027-03-01")).toBe(title);
});

test("who was born on 29 February is older on 1 March", () => {
  const born = { date_of_birth: "2024-02-29", gender: "ذكر" };
  expect([titleOf(born, "2026-02-28"), titleOf(born, "2026-03-01")]).toEqual(["INF", "MSTR"]);
});

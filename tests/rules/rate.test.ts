import Big from "big.js";
import Fraction from "fraction.js";
import { describe, expect, test } from "vitest";
import { decimalOf, exactRate } from "~/features/money/divide";
import {
  isShown,
  otherOf,
  readRateShown,
  saidRate,
  shownEquivalent,
  showRate,
  typedRate,
  writeRateShown,
} from "~/features/money/rate";
import { equivalentOf, rateToKeep, sentRate } from "~/features/money/rates.server";

/* A rate is told in the direction in which it is the larger number, and typed in the direction in which it is told. */

const [from, to] = [3, 2];

test.each<[rate: string, said: string]>([
  ["3.75", "1 A = 3.75 B"],
  ["1", "1 A = 1 B"],
  ["1/530", "1 B = 530 A"],
  ["0.00188679", "1 B = 530.001 A"],
  ["100/14133", "1 B = 141.33 A"],
  ["0.26666666666666666667", "1 B = 3.75 A"],
  ["1500000", "1 A = 1500000 B"],
])("the rate %s is said as %s", (rate, said) => {
  const exact = rate.includes("/") ? new Fraction(rate) : exactRate(rate);
  expect(saidRate(exact, "A", "B")).toBe(said);
  const shown = showRate(exact, from, to);
  expect(Big(shown.rate).gte(1)).toBe(true);
  expect(`1 ${shown.one === from ? "A" : "B"} = `).toBe(said.slice(0, 6));
});

describe("the hidden field of a form", () => {
  test.each([
    [{ from: 3, to: 2, one: 2, rate: "530" }, "3-2-530-2"],
    [{ from: 3, to: 2, one: 3, rate: "3.75" }, "3-2-3.75-3"],
    [{ from: 12, to: 1, one: 1, rate: "141.33" }, "12-1-141.33-1"],
  ])("of %o is %s, and read back", (shown, text) => {
    expect(writeRateShown(shown)).toBe(text);
    expect(readRateShown(text)).toEqual(shown);
    expect([shown.one, otherOf(shown)].sort()).toEqual([shown.from, shown.to].sort());
  });

  test("without a direction, as older pages send it, tells the worth of one of the first currency", () => {
    expect(readRateShown("3-2-0.0018")).toEqual({ from: 3, to: 2, one: 3, rate: "0.0018" });
  });

  test.each([
    undefined,
    "",
    "3-2",
    "3-2-x",
    "3-2-1e9",
    "3-2--5",
    "3-2-530-9",
    "3-2-530-",
    "3-2-530-32",
    "12-1-530-2",
    `3-2-530-2\n`,
    "3-2-530-2-2",
  ])("that says %j says nothing", (text) => {
    expect(readRateShown(text)).toBeUndefined();
  });
});

describe("a typed rate", () => {
  const backwards = { from, to, one: to, rate: "530" };
  const forwards = { from, to, one: from, rate: "3.75" };

  test.each<[amount: string, typed: string, equivalent: string]>([
    ["53000", "530", "100.00"],
    ["53000", "٥٣٠", "100.00"],
    ["1", "3", "0.33"],
    ["141.33", "141.33", "1.00"],
    ["2.65", "530", "0.01"], // an exact half of a halala goes up
    ["2.64", "530", "0.00"],
    ["26502.65", "530", "50.01"], // 50.005
    ["999999999999", "999999999999", "1.00"],
  ])("%s at %s of them for one is exactly %s", (amount, typed, equivalent) => {
    const exact = typedRate(backwards, typed) as Fraction;
    expect(shownEquivalent(amount, exact, 2) ?? 0).toBe(Number(equivalent));
    if (equivalent === "0.00") return;
    const sent = sentRate(typed === "٥٣٠" ? "530" : typed, backwards);
    expect(equivalentOf(amount, sent, "YER", "SAR", undefined)).toBe(equivalent);
  });

  test.each(["", "0", "0.00", "-1", "x", "1e999", "1e9999999", ".", "5x", "9".repeat(41)])(
    "%s is none, in either direction",
    (typed) => {
      for (const shown of [backwards, forwards]) expect(typedRate(shown, typed)).toBeUndefined();
      expect(shownEquivalent(typed, new Fraction(1), 2)).toBeNull();
    },
  );

  test("is shown again as it was typed, and is the rate that was kept", () => {
    const wrong: string[] = [];
    for (const typed of [
      "530",
      "141.33",
      "3.75",
      "1.0001",
      "89500",
      "291000",
      "1950000",
      "535.5",
      "12.1905",
    ]) {
      const exact = sentRate(typed, backwards);
      const kept = rateToKeep(exact);
      if (showRate(exactRate(kept), from, to).rate !== typed) wrong.push(`${typed} is shown another way`);
      if (!exactRate(kept).equals(exact)) wrong.push(`${typed} was kept as ${kept}, which is another`);
    }
    expect(wrong).toEqual([]);
  });

  test("that is the shown one of twelve digits is that rate, in either direction", () => {
    for (const rate of ["424/3", "3/424", "8/30", "1/17", "123457/7"]) {
      const exact = new Fraction(rate);
      for (const one of [from, to]) {
        const shown = showRate(exact, from, to, one);
        const sent = typedRate(shown, shown.rate) as Fraction;
        expect([rate, isShown(decimalOf(exact), decimalOf(sent))]).toEqual([rate, true]);
      }
    }
  });
});

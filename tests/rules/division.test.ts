import Big from "big.js";
import { expect, test } from "vitest";
import { divideAmount } from "~/features/financial/receipts/shares";

test("an amount is divided to the last minor unit, whatever the weights are", () => {
  const random = (seed: number) => (seed * 9301 + 49297) % 233_280;
  let seed = 7;
  for (let round = 0; round < 500; round++) {
    seed = random(seed);
    const decimals = [0, 2, 3][seed % 3] ?? 2;
    const parts = Array.from({ length: 1 + (seed % 20) }, () => {
      seed = random(seed);
      return {
        share: null,
        weight: Big(1 + (seed % 5000))
          .div(100)
          .toFixed(),
      };
    });
    const amount = Big(1 + (seed % 1_000_000))
      .div(10 ** decimals)
      .toFixed(decimals);
    const shares = divideAmount(amount, parts, decimals) ?? [];
    expect(shares.reduce((sum, share) => sum.plus(share), Big(0)).toFixed(decimals)).toBe(amount);
    expect(
      shares.every((share) => Big(share).gte(0) && (share.split(".")[1] ?? "").length === decimals),
    ).toBe(true);
  }
});

const open = { share: null, weight: "1" };
const given = (share: string) => ({ share, weight: "9" });

test.each<[amount: string, decimals: number, Parameters<typeof divideAmount>[1], string[] | null]>([
  ["100", 2, [open, open, open], ["33.33", "33.34", "33.33"]],
  ["0.02", 2, [open, open, open], ["0.01", "0.00", "0.01"]],
  ["1000.01", 2, [{ weight: "1000" }, { weight: "1000" }, { weight: "500" }], ["400.00", "400.01", "200.00"]],
  ["1", 3, [{ weight: "2" }, { weight: "1" }], ["0.667", "0.333"]],
  ["100", 0, [given("10"), open, open], ["10", "45", "45"]],
  ["500", 2, [given("200"), open, { share: undefined, weight: "1" }], ["200", "150.00", "150.00"]],
  ["100", 2, [given("60"), given("40")], ["60", "40"]],
  ["100", 2, [given("99.99")], null],
  ["100", 2, [given("100"), open], null],
  ["100", 2, [given("101"), open], null],
  ["100", 2, [{ weight: "0" }], null],
])("%s with %i decimals among %o is %o", (amount, decimals, parts, shares) => {
  expect(divideAmount(amount, parts, decimals)).toEqual(shares);
});

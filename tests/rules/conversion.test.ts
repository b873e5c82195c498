import Big from "big.js";
import { expect, test } from "vitest";
import { divide } from "~/features/money/divide";
import { convert, minorUnit, rateBetween, roundTo } from "~/features/money/money.server";
import { equivalentOf } from "~/features/money/rates.server";
import { costAndPrice, type Priced } from "~/features/services/packages/cost";

/* Conversions compared with exact fractions (rulings §3): multiply first, divide once, round once. */

type Ratio = { n: bigint; d: bigint };

const codes = ["USD", "SAR", "KWD", "JPY", "YER", "IQD", "EUR"];
const ten = (digits: number) => 10n ** BigInt(digits);

let seed = 20261123;
/** A whole number from 0 to below `limit`, the same in every run. */
function random(limit: number) {
  seed = (seed * 1103515245 + 12345) % 2 ** 31;
  return Math.floor((seed / 2 ** 31) * limit);
}
const oneOf = <T>(list: T[]) => list[random(list.length)] as T;

/** A rate of a few digits, as people type it. */
function typedRate(): { text: string } & Ratio {
  const decimals = random(8);
  const n = BigInt(1 + random(10 ** (1 + random(6))));
  return { text: Big(String(n)).div(Big(10).pow(decimals)).toFixed(decimals), n, d: ten(decimals) };
}

/** A rate after a change of the base currency: one typed rate divided by another, cut at its last decimal. */
function restatedRate(): { text: string } & Ratio {
  const [one, other] = [typedRate(), typedRate()];
  return { text: divide(one.text, other.text).toFixed(), n: one.n * other.d, d: one.d * other.n };
}

function gcd(a: bigint, b: bigint): bigint {
  return b ? gcd(b, a % b) : a;
}

/** n ÷ d minor units as text with this many decimals; halves round away from zero. */
function rounded({ n, d }: Ratio, decimals: number) {
  const units = (2n * n + d) / (2n * d);
  return Big(String(units)).div(Big(10).pow(decimals)).toFixed(decimals);
}

/** Minor units of X and what they are worth in minor units of Y; an exact half where there can be one. */
function pair() {
  const rateOf = () => (random(2) ? typedRate() : restatedRate());
  const [from, to] = [oneOf(codes), oneOf(codes)];
  const [rateFrom, rateTo] = [rateOf(), rateOf()];
  const n = rateFrom.n * rateTo.d * ten(minorUnit(to));
  const d = rateFrom.d * rateTo.n * ten(minorUnit(from));
  const common = gcd(2n * n, d);
  const [up, down] = [(2n * n) / common, d / common];
  const odd = 2n * BigInt(random(1000)) + 1n;
  const isHalf = up % 2n === 1n && down * odd < ten(14);
  const units = isHalf ? down * odd : BigInt(1 + random(10 ** 9));
  const decimals = minorUnit(from);
  const amount = Big(String(units)).div(Big(10).pow(decimals)).toFixed(decimals);
  return { from, to, rateFrom, rateTo, amount, isHalf, worth: { n: units * n, d } };
}

/** The price, in a currency of this rate, of a package with one service and no margin. */
const priceOf = (service: Priced, rate: string) =>
  costAndPrice(
    { duration: 1, room_occupancy_basis: 1, profit_margin: "0", rate },
    { stays: [], transportation: null, catering: null, other_services: [service] },
  ).price;

test("10,000 amounts are converted as whole numbers say, more than 2,000 of them at exact halves", () => {
  const wrong: string[] = [];
  let halves = 0;
  for (let count = 0; count < 10_000; count++) {
    const { from, to, rateFrom, rateTo, amount, isHalf, worth } = pair();
    if (isHalf) halves++;
    const right = rounded(worth, minorUnit(to));
    const told = `${amount} ${from} (${rateFrom.text}) in ${to} (${rateTo.text}) is ${right}`;
    const got = roundTo(convert(amount, rateFrom.text, rateTo.text), to);
    if (got !== right) wrong.push(`${told}, not ${got}`);
    const rate = rateBetween(rateFrom.text, rateTo.text);
    if (Number(right) > 0 && Number(right) < 1e15) {
      const settled = equivalentOf(amount, rate, from, to, undefined);
      if (settled !== right) wrong.push(`${told}, not ${settled}, as an equivalent`);
    }
    const price = roundTo(priceOf({ price: amount, rate: rateFrom.text }, rateTo.text), to);
    if (price !== right) wrong.push(`${told}, not ${price}, as a price`);
  }
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(halves).toBeGreaterThan(2000);
});

test("a rate that was booked, to its twentieth decimal, converts another amount at the rate that it stands for", () => {
  const booked = rateBetween("246.71052631578947368421", "1"); // 3.75 ÷ 0.0152
  expect(equivalentOf("23.75", booked, "USD", "YER", undefined)).toBe("5859.38");
});

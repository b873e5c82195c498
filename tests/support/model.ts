/*
 * What the models of randomised tests compute with: whole minor units and fractions, in bigints. It knows the rulings, and nothing of
 * the product's code.
 */

/**
 * Random numbers from a fixed seed.
 * @see https://en.wikipedia.org/wiki/Linear_congruential_generator (Numerical Recipes)
 */
export function randomFrom(seed: number) {
  let state = seed;
  const random = (below: number) => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
  return { random, pick: <T>(items: readonly T[]) => items[random(items.length)] as T };
}

export type Fraction = { over: bigint; under: bigint };
/** `rate` is the worth of one unit in the default currency. */
export type Currency = { id: number; code: string; decimals: number; rate: Fraction };

/** Four currencies with 0, 2 and 3 decimals: the code, the rate as the product stores it, the exact rate, the decimals. */
export const fourCurrencies = [
  ["USD", "1", { over: 1n, under: 1n }, 2],
  ["SAR", "0.26666666666666666667", { over: 4n, under: 15n }, 2],
  ["KWD", "3.25", { over: 13n, under: 4n }, 3],
  ["JPY", "0.0064", { over: 64n, under: 10_000n }, 0],
] as const;

export const fraction = (text: string): Fraction => {
  const [whole = "", decimals = ""] = text.split(".");
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) };
};
export const times = (one: Fraction, other: Fraction): Fraction => ({
  over: one.over * other.over,
  under: one.under * other.under,
});
/** The rate from one currency to another. */
export const ratio = (from: Currency, to: Currency): Fraction =>
  times(from.rate, { over: to.rate.under, under: to.rate.over });

/** Minor units of one currency in those of another, not rounded. */
export function exchange(amount: bigint, from: Currency, to: Currency, rate = ratio(from, to)): Fraction {
  const shift = to.decimals - from.decimals;
  return times(rate, {
    over: amount * 10n ** BigInt(Math.max(shift, 0)),
    under: 10n ** BigInt(Math.max(-shift, 0)),
  });
}

/** Rounded half away from zero. */
export const rounded = ({ over, under }: Fraction) =>
  over < 0n ? -((2n * -over + under) / (2n * under)) : (2n * over + under) / (2n * under);

/**
 * What an amount pays of a rest, in minor units of its currency: the whole rest if it differs by less than one minor unit of the paying
 * currency; null if it is nothing or more than the rest.
 */
export function paidOf(rest: bigint, amount: bigint, from: Currency, to: Currency, rate = ratio(from, to)) {
  const worth = rounded(exchange(amount, from, to, rate));
  const unit = exchange(1n, from, to, rate);
  const apart = worth > rest ? worth - rest : rest - worth;
  if (rest > 0n && apart * unit.under < unit.over) return rest;
  return worth > rest || worth === 0n ? null : worth;
}

/** An amount as calls take it. */
export const amountText = (amount: bigint, { decimals }: { decimals: number }) => {
  const digits = String(amount < 0n ? -amount : amount).padStart(decimals + 1, "0");
  const unsigned = decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits;
  return amount < 0n ? `-${unsigned}` : unsigned;
};

export const sum = (amounts: bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);
export const least = (one: bigint, other: bigint) => (one < other ? one : other);

/** A part of a schedule. */
export type Part = { due: string; amount: bigint };

/** The parts with what a paid amount, given to the oldest, leaves of each. */
export function unpaid(parts: Part[], paid: bigint): (Part & { left: bigint })[] {
  let money = paid;
  return parts.map(({ due, amount }) => {
    const given = least(money, amount);
    money -= given;
    return { due, amount, left: amount - given };
  });
}

/** The parts after their sum has changed: what it loses comes off the last, what it gains goes to the last, or after one that is paid. */
export function partsForTotal(parts: Part[], total: bigint, paid: bigint, today: string): Part[] {
  let rest = total;
  const kept = parts.flatMap(({ due, amount }) => {
    const part = { due, amount: least(rest, amount) };
    rest -= part.amount;
    return part.amount > 0n ? [part] : [];
  });
  const last = kept.at(-1);
  if (!last || rest === 0n) return kept;
  const isPaid = unpaid(kept, paid).every(({ left }) => left === 0n);
  if (isPaid) return [...kept, { due: last.due > today ? last.due : today, amount: rest }];
  last.amount += rest;
  return kept;
}

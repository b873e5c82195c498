/* A model of what packages cost (rulings §6): ratios of whole numbers, rounded once, by other code than the office's. */

export type Ratio = [up: bigint, down: bigint];

/** The product of decimals. */
export function inLowestTerms(...decimals: string[]): Ratio {
  return decimals.reduce<Ratio>(
    ([up, down], decimal) => {
      const [whole = "", fraction = ""] = decimal.split(".");
      return [up * BigInt(whole + fraction), down * 10n ** BigInt(fraction.length)];
    },
    [1n, 1n],
  );
}

/** Half up, to so many decimals. */
export function roundedTo([up, down]: Ratio, decimals: number) {
  const scaled = (2n * up * 10n ** BigInt(decimals) + down) / (2n * down);
  return Number(scaled) / 10 ** decimals;
}

/** One to five stays of a package whose nights are at most its duration. */
export function randomPackage<Code extends string>(seed: number, rates: Record<Code, string>) {
  let state = seed * 2_654_435_761;
  const below = (count: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * count);
  };
  const codes = Object.keys(rates) as Code[];
  const code = () => codes[below(codes.length)] as Code;
  const stays = Array.from({ length: 1 + below(5) }, () => {
    const currency = code();
    const whole = String(1 + below(5000));
    return {
      currency,
      nights: 1 + below(9),
      price: currency === "jpy" ? whole : `${whole}.${10 + below(90)}`,
    };
  });
  const nights = stays.reduce((sum, { nights }) => sum + nights, 0);
  return { stays, basis: 1 + below(4), duration: nights + below(3), margin: below(40), currency: code() };
}

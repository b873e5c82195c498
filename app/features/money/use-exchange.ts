import type Fraction from "fraction.js";
import { useState } from "react";
import type { ShownCurrency } from "~/domain/money";
import { type RateShown, readRateShown, shownEquivalent, showRate, typedRate, writeRateShown } from "./rate";

type Rated = ShownCurrency & { id: number };

/** A rate that a form shows, and what the amount is worth by it. */
export type Exchange<Currency extends Rated = Rated> = NonNullable<ReturnType<typeof useExchange<Currency>>>;

/**
 * The rate between two currencies as a form shows it: the one of now until another is typed, which counts for its own pair only.
 * @param first what the form was sent with
 * @param rateNow from the first currency to the other
 * @returns of which currency it tells what one is worth in the other, the field's value and the equivalent; undefined where nothing is converted
 */
export function useExchange<Currency extends Rated>(
  first: { rate?: string; rate_shown?: string },
  {
    from,
    to,
    rateNow,
    amount,
  }: { from?: Currency; to?: Currency; rateNow: Fraction | undefined; amount: string },
) {
  const [rateInput, setRateInput] = useState(rateSent(first));
  if (!from || !to || !rateNow || from.id === to.id) return undefined;
  const ofPair = rateInput?.from === from.id && rateInput.to === to.id ? rateInput : undefined;
  const shown = showRate(rateNow, from.id, to.id, ofPair?.one);
  const rate = ofPair?.rate ?? shown.rate;
  return {
    one: shown.one === from.id ? from : to,
    other: shown.one === from.id ? to : from,
    target: to,
    rate,
    rateShown: writeRateShown(shown),
    setRate: (text: string) => setRateInput({ ...shown, rate: text }),
    equivalent: shownEquivalent(amount, rate === shown.rate ? rateNow : typedRate(shown, rate), to.decimals),
  };
}

/** The rate that was sent, and the pair of currencies for which it was typed. */
function rateSent({ rate, rate_shown }: { rate?: string; rate_shown?: string }): RateShown | undefined {
  const rateField = readRateShown(rate_shown);
  return rateField && { ...rateField, rate: rate ?? "" };
}

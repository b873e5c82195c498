import Big from "big.js";
import Fraction from "fraction.js";
import type { Db } from "~/db/knex.server";
import { invalid } from "~/domain/domain-error";
import { decimal, optional } from "~/domain/input.server";
import { decimalOf, exactRate, keptDecimals } from "./divide";
import { type Decimal, minorUnit, rateBetween, roundTo } from "./money.server";
import { isShown, otherOf, type RateShown, showRate, turn } from "./rate";
import { riyal } from "./riyal";

export type Currency = {
  id: number;
  name: string;
  code: string;
  exchange_rate: Decimal;
  is_default: boolean;
};
export type Currencies = Map<number, Currency>;

/** The currencies by id, with their present rates. */
export async function readCurrencies(db: Db): Promise<Currencies> {
  const rows: Currency[] = await db("currencies").select("id", "name", "code", "exchange_rate", "is_default");
  return new Map(rows.map((row) => [row.id, row]));
}

/** The riyal, in which invoices are; undefined if the office has none. */
export const riyalOf = (currencies: Currencies) =>
  [...currencies.values()].find(({ code }) => code === riyal.code);

/** The sentence for an office that has no riyal and needs one. */
export const noRiyal = "الفواتير بالريال السعودي: أضف عملة الريال (SAR) إلى العملات أولًا";

/**
 * The rate that was sent (null for the stored one, undefined if none was sent), and for which pair and in which direction it was
 * shown; without it, it is from the voucher's currency.
 */
export type RateInput = { rate: Decimal | null | undefined; shown?: RateShown };

/** The rate that was sent, from the first currency of its pair. */
export const sentRate = (rate: Decimal, shown: RateShown | undefined): Fraction =>
  shown ? turn(exactRate(rate), shown.from, shown.one) : exactRate(rate);

/** The agreed rate of a voucher's booking. */
type BookedRate = { currency_id: number; equivalent_currency_id: number; exchange_rate_at_payment: Decimal };

/** A sent rate, which may be left out. */
export const agreedRate = () =>
  optional(
    decimal({
      exclusive: true,
      decimals: 20,
      message: "أدخل سعر صرف صحيحًا",
      minMessage: "سعر الصرف يجب أن يكون أكبر من صفر",
    }),
  );

/**
 * The rate between two currencies: the agreed one, otherwise the stored one. A rate that was shown for another pair does not
 * count for this pair if it is unchanged. If it was changed it may be a mistake and is refused.
 * @throws DomainError invalid, at the rate
 */
export function rateOf(
  { rate, shown }: RateInput,
  from: Currency,
  to: Currency,
  booked: BookedRate | undefined,
  currencies: Currencies,
): Fraction {
  if (from.id === to.id) return new Fraction(1);
  const storedRate = rateBetween(from.exchange_rate, to.exchange_rate);
  if (rate === null) return storedRate;
  const agreed = booked?.currency_id === from.id && booked.equivalent_currency_id === to.id;
  const current = agreed ? exactRate(booked.exchange_rate_at_payment) : storedRate;
  if (rate === undefined) return current;
  if (shown && (shown.from !== from.id || shown.to !== to.id)) {
    if (Big(shown.rate).eq(rate)) return current;
    const [typedOne, typedOther, one, other] = [shown, showRate(current, from.id, to.id)].flatMap((told) =>
      [told.one, otherOf(told)].map((id) => currencies.get(id)?.code),
    );
    throw invalid(
      "exchange_rate_at_payment",
      `سعر الصرف ${rate} كُتب للتحويل من ${typedOne} إلى ${typedOther}، والمعروض الآن سعر ${one} إلى ${other}: راجعه ثم احفظ`,
    );
  }
  const sent = sentRate(rate, shown);
  return [current, storedRate].find((exact) => isShown(decimalOf(exact), decimalOf(sent))) ?? sent;
}

/** A rate as vouchers store it. */
export const rateToKeep = (rate: Fraction): Decimal =>
  decimalOf(rate).round(keptDecimals, Big.roundHalfUp).toFixed();

/**
 * amount × rate, rounded to the target's currency. If the result differs from the remaining amount by less than one minor unit of
 * the voucher's currency, it is the remaining amount: that currency cannot pay anything nearer (rulings §3).
 * @param remaining the contract's or invoice's rest; undefined without one
 * @returns null if it exceeds the rest
 * @throws DomainError invalid, if it is zero or too large to be stored
 */
export function equivalentOf(
  amount: Decimal,
  rate: Fraction,
  currencyCode: string,
  targetCode: string,
  remaining: Decimal | undefined,
): Decimal | null {
  const equivalent = roundTo(decimalOf(rate.mul(amount)), targetCode);
  if (remaining !== undefined) {
    const oneMinorUnit = decimalOf(rate).times(Big(10).pow(-minorUnit(currencyCode)));
    if (Big(remaining).gt(0) && Big(equivalent).minus(remaining).abs().lt(oneMinorUnit)) return remaining;
    if (Big(equivalent).gt(remaining)) return null;
  }
  if (Big(equivalent).eq(0)) throw invalid("amount", "المبلغ المعادل أصغر من أصغر وحدة في العملة");
  if (Big(equivalent).gte("1e15"))
    throw invalid("exchange_rate_at_payment", "المبلغ المعادل أكبر من المسموح");
  return equivalent;
}

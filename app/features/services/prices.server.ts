import type { Transaction } from "~/db/knex.server";
import { requireRows, withoutUndefined } from "~/db/rows.server";
import { DomainError, type FieldErrors, invalid } from "~/domain/domain-error";
import type { Fields } from "~/domain/fields";
import { defaultCurrency } from "~/features/currencies/currencies.server";
import { type Decimal, fits, tooFine } from "~/features/money/money.server";

/**
 * The currency of a row: the named one, or the default one.
 * @throws DomainError invalid if there is no such currency, or none at all
 */
export async function currencyOf(trx: Transaction, currencyId: number | undefined) {
  const currency: { id: number; code: string } | null | undefined = currencyId
    ? await trx("currencies").where({ id: currencyId }).first("id", "code")
    : await defaultCurrency(trx);
  if (currency) return currency;
  throw invalid("currency_id", currencyId ? "اختر عملة من القائمة" : "لا توجد عملات بعد: أضف عملة أولًا");
}

/** Makes the check of a service: its references exist, and its prices fit its currency. */
export function pricedService(fields: Fields) {
  const prices = Object.keys(fields).filter((name) => fields[name]?.kind === "price");
  const tables = Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === "reference" && name !== "currency_id" ? [[name, field.to]] : [],
    ),
  );
  return async (trx: Transaction, input: object, stored?: { currency_id: number }) => {
    await requireRows(trx, input, tables);
    const { currency_id } = input as { currency_id?: number };
    const currency = await currencyOf(trx, currency_id ?? stored?.currency_id);
    const row = { ...stored, ...withoutUndefined(input) } as Record<string, Decimal | undefined>;
    checkPrices(Object.fromEntries(prices.map((field) => [field, row[field]])), currency.code);
    return { ...input, currency_id: currency.id };
  };
}

/**
 * Checks that no price has more decimals than its currency (rulings §3).
 * @throws DomainError invalid, with a sentence at each price to blame
 */
export function checkPrices(prices: Record<string, Decimal | undefined>, currencyCode: string) {
  const fields: FieldErrors = {};
  for (const [field, amount] of Object.entries(prices)) {
    if (amount && !fits(amount, currencyCode)) fields[field] = tooFine("السعر", currencyCode);
  }
  const [sentence] = Object.values(fields);
  if (sentence) throw new DomainError("invalid", sentence, { fields });
}

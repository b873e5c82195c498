import type { Transaction } from "~/db/knex.server";
import { type Decimal, fits, tooFine } from "~/features/financial/money.server";
import { defaultCurrency } from "~/features/settings/accounts/currencies/currencies.server";
import { DomainError, type FieldErrors, invalid } from "~/http/domain-error";
import { decimal } from "~/http/input.server";

/** What a service or a package costs, in its own currency. */
export const price = () => decimal({ message: "أدخل سعرًا صحيحًا", minMessage: "السعر لا يكون سالبًا" });

/**
 * The currency that a row is stored with: the one named, or the default one.
 * @throws DomainError invalid where there is no such currency, or none yet
 */
export async function currencyOf(trx: Transaction, currencyId: number | undefined) {
  const currency: { id: number; code: string } | null | undefined = currencyId
    ? await trx("currencies").where({ id: currencyId }).first("id", "code")
    : await defaultCurrency(trx);
  if (currency) return currency;
  throw invalid("currency_id", currencyId ? "اختر عملة من القائمة" : "لا توجد عملات بعد: أضف عملة أولًا");
}

/**
 * Makes sure that no price has more decimals than its currency (rulings §3).
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

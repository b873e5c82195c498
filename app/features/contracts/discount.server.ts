import Big from "big.js";
import type { Db } from "~/db/knex.server";
import { DomainError, invalid } from "~/domain/domain-error";
import { officeToday } from "~/domain/office-day.server";
import { holdsAny, permissionLabels, type SessionUser } from "~/domain/permissions";
import { amountInText, type Decimal, fits, minorUnit, roundTo, tooFine } from "~/features/money/money.server";
import { isPercent, type ShareKind, shareOf } from "~/features/money/share";

/* The discount of a contract (docs/decisions/discounts.md). */

/** How much of a price the user may give, in percent. */
export async function discountLimit(db: Db, user: SessionUser): Promise<Decimal> {
  if (holdsAny(user, ["manage_financials"])) return "100";
  return (await db("company_info").first("discount_limit_percent")).discount_limit_percent;
}

/** The fields of a discount as they were sent; the amount is a percentage where the kind says so. */
export type SentDiscount = {
  discount_amount?: string;
  discount_reason?: string | null;
  discount_kind?: ShareKind;
};

type Offer = {
  /** Before the discount, in the currency of `code`. */
  price: Decimal;
  code: string;
  /** What a signed contract has. */
  present?: { discount_amount: Decimal; discount_reason: string | null };
  /** The day of the decision; today if left out. */
  day?: string;
};

/**
 * Checks a sent discount, and gives the columns to store with the new total; undefined where it changes nothing.
 * @param limit of the user, in percent; it also limits which present discount they may change
 * @throws DomainError invalid, forbidden
 */
export function discountToStore(
  { discount_amount, discount_reason, discount_kind }: SentDiscount,
  { price, code, present = { discount_amount: "0", discount_reason: null }, day = officeToday() }: Offer,
  user: SessionUser,
  limit: Decimal,
) {
  if (discount_kind === "percent" && discount_amount && !isPercent(discount_amount))
    throw invalid("discount_amount", "نسبة الخصم من 0 إلى 100، بخانتين عشريتين على الأكثر");
  const discount =
    discount_amount === undefined
      ? Big(present.discount_amount)
      : shareOf(price, minorUnit(code), discount_amount, discount_kind);
  const reason = (discount_reason === undefined ? present.discount_reason : discount_reason) ?? null;
  if (discount.eq(0) && Big(present.discount_amount).eq(0)) {
    if (discount_reason) throw invalid("discount_amount", "كتبت سبب الخصم: اكتب مبلغه، أو امسح السبب");
    return undefined;
  }
  if (discount.eq(present.discount_amount) && reason === present.discount_reason) return undefined;
  if (!fits(discount.toFixed(), code)) throw invalid("discount_amount", tooFine("الخصم", code));
  if (discount.gt(price))
    throw invalid("discount_amount", `الخصم لا يتجاوز سعر الباقة ${amountInText(price, code)}`);
  requireWithin(limit, { price, code }, [discount, Big(present.discount_amount)]);
  if (discount.gt(0) && !reason) throw invalid("discount_reason", "اكتب سبب الخصم");
  const decision = { discount_reason: reason, discounted_on: day, discounted_by: user.id };
  const none = { discount_reason: null, discounted_on: null, discounted_by: null };
  return {
    discount_amount: roundTo(discount, code),
    total_amount: roundTo(Big(price).minus(discount), code),
    ...(discount.gt(0) ? decision : none),
  };
}

/** The largest discount within a limit in percent. */
export const mostDiscount = (price: Decimal, code: string, limit: Decimal) =>
  roundTo(Big(price).times(limit).div(100), code);

/** @throws DomainError forbidden */
function requireWithin(limit: Decimal, { price, code }: { price: Decimal; code: string }, discounts: Big[]) {
  const most = mostDiscount(price, code, limit);
  if (discounts.every((discount) => discount.lte(most))) return;
  const holder = `لا يمنحه ولا يغيره إلا من يملك صلاحية «${permissionLabels.manage_financials}»`;
  const sentence = Big(limit).eq(0)
    ? `الخصم ${holder}`
    : `خصم يزيد على ${Big(limit).toFixed()}% من السعر (${amountInText(most, code)}) ${holder}`;
  throw new DomainError("forbidden", sentence, { fields: { discount_amount: sentence } });
}

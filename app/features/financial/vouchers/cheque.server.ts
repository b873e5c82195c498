import Big from "big.js";
import { z } from "zod";
import { conflicting, DomainError, invalid } from "~/domain/domain-error";
import { decimal, optional, orElse, text } from "~/domain/input.server";
import { eventFields } from "~/features/money/event-day.server";
import type { LockedAccount } from "~/features/money/ledger.server";
import { type Decimal, fits, tooFine } from "~/features/money/money.server";
import type { Currencies } from "~/features/money/rates.server";
import {
  type ChequeState,
  isReturnable,
  type PaymentMethod,
  type VoucherStatus,
} from "~/features/money/voucher";

/* The returned cheque (docs/decisions/cheques.md): what a return and a charge are checked against. */

export const returnSchema = z.object({ ...eventFields, reason: optional(text(200)) });

/** The charge of a receipt, which an empty field waives. */
export const chargeFields = {
  charge_amount: orElse(decimal({ message: "أدخل رسمًا صحيحًا", minMessage: "الرسم لا يكون سالبًا" }), "0"),
};
export const receiptReturnSchema = returnSchema.extend(chargeFields);

export type SentCharge = { charge_amount?: Decimal };
export type Return = z.output<typeof returnSchema> & SentCharge;

/** What of a voucher's row is about its cheque. A payment has no charge. */
export type Cheque = {
  status: VoucherStatus;
  payment_method: PaymentMethod;
  cheque_state: ChequeState | null;
  charge_amount?: Decimal;
  currency_id: number;
  /** The name of who paid a receipt and is none of the office's parties. */
  payer?: string | null;
};

/** @throws DomainError conflict for a voucher that is not by cheque or does not stand */
export function requireReturnable(row: Pick<Cheque, "status" | "payment_method" | "cheque_state">) {
  if (isReturnable(row)) return;
  if (row.cheque_state === "returned") throw new DomainError("conflict", "سُجّل الشيك مرتجعًا من قبل");
  throw new DomainError("conflict", "لا يرتجع إلا شيك سنده مؤكد");
}

/**
 * The charge of a receipt that a change gives, undefined where it stays.
 * @throws DomainError conflict for a receipt whose cheque was never returned
 */
export function changedCharge(row: Cheque, { charge_amount }: SentCharge) {
  const present = row.charge_amount ?? "0";
  if (charge_amount === undefined || Big(charge_amount).eq(present)) return undefined;
  if (row.cheque_state !== "returned" && Big(present).eq(0))
    throw conflicting("charge_amount", "لا رسم على سند لم يرتجع شيكه");
  return charge_amount;
}

/**
 * The charge of a receipt whose cheque is returned: what an earlier return left and the new one.
 * @throws DomainError invalid
 */
export const grownCharge = (row: Cheque, { charge_amount = "0" }: SentCharge) =>
  Big(charge_amount).eq(0)
    ? undefined
    : Big(row.charge_amount ?? 0)
        .plus(charge_amount)
        .toFixed();

/** @throws DomainError invalid for a charge that its currency does not have, or that nobody owes */
export function checkCharge(charge: Decimal | undefined, row: Cheque, currencies: Currencies) {
  if (charge === undefined || Big(charge).eq(0)) return;
  if (row.payer) throw invalid("charge_amount", "دفعته جهة أخرى لا حساب لها، فلا رسم عليها");
  const { code } = currencies.get(row.currency_id) as { code: string };
  if (!fits(charge, code)) throw invalid("charge_amount", tooFine("الرسم", code));
}

/** @throws DomainError conflict, where a receipt's charge would get another currency */
export function keepCurrencyOfCharge(row: Cheque, { currency_id }: { currency_id: number }) {
  if (currency_id !== row.currency_id && Big(row.charge_amount ?? 0).gt(0))
    throw conflicting("currency_id", "على السند رسم شيك مرتجع بعملته: ألغ الرسم قبل تغيير العملة");
}

/** @throws DomainError conflict where the bank has not the money of a cheque that is cancelled: it leads to the return */
export function requireMoney(
  { payment_method, account_id, account_amount }: Cheque & { account_id: number; account_amount: Decimal },
  accounts: Map<number, LockedAccount>,
) {
  if (payment_method === "cheque" && Big(accounts.get(account_id)?.balance ?? 0).lt(account_amount))
    throw new DomainError(
      "conflict",
      "رصيد الحساب غير كافٍ لإلغاء السند: إن أرجع البنك الشيك فسجله شيكًا مرتجعًا",
    );
}

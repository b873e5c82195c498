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
  /** The bank where the money of a receipt's cheque is, if it was collected. */
  collected_account_id?: number | null;
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

/** The account where the money of a voucher's cheque is now. */
export const placeOf = ({
  account_id,
  collected_account_id,
}: Pick<Cheque, "collected_account_id"> & { account_id: number }) => collected_account_id ?? account_id;

/** What a returned receipt forgets. A payment's cheque is never in hand. */
export const notCollected = { collected_account_id: null, collected_on: null };

const collected = "حُصّل شيك السند: تراجع عن تحصيله أولًا، أو سجله مرتجعًا";
const ofCollected = new Set(["amount", "currency_id", "cash_box_id", "bank_account_id", "payment_method"]);

/**
 * Refuses to cancel a collected cheque, or to correct its amount, currency, account or method.
 * @param fields those that change
 * @throws DomainError conflict
 */
export function keepCollected(
  { cheque_state }: Pick<Cheque, "cheque_state">,
  isConfirmed: boolean,
  fields: string[],
) {
  if (cheque_state !== "collected") return;
  if (!isConfirmed) throw new DomainError("conflict", collected);
  const field = fields.find((name) => ofCollected.has(name));
  if (field) throw conflicting(field, collected);
}

/**
 * Judges each voucher of several.
 * @throws DomainError the first one's refusal, which names each voucher that is refused
 */
export async function judgeEach<Row>(rows: Row[], number: keyof Row, judge: (row: Row) => unknown) {
  const refusals: [string, DomainError][] = [];
  for (const row of rows) {
    try {
      await judge(row);
    } catch (thrown) {
      if (!(thrown instanceof DomainError)) throw thrown;
      refusals.push([String(row[number]), thrown]);
    }
  }
  const [first] = refusals;
  if (!first) return;
  if (rows.length === 1) throw first[1];
  const sentence = refusals.map(([name, { message }]) => `${name}: ${message}`).join("؛ ");
  const [field] = Object.keys(first[1].fields ?? {});
  throw new DomainError(first[1].code, sentence, field ? { fields: { [field]: sentence } } : {});
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

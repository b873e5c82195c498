import type { Db } from "~/db/knex.server";
import { DomainError } from "~/domain/domain-error";
import { listAccounts } from "~/features/accounts/accounts.server";
import { requireOpen } from "~/features/closing/closings.server";
import { listCurrencies } from "~/features/currencies/currencies.server";
import type { VoucherStatus } from "~/features/money/voucher";

type Stored = {
  date: string;
  status: VoucherStatus;
  cash_box_id: number | null;
  bank_account_id: number | null;
};

/** The status of a changed voucher. @throws DomainError conflict for a cancelled one that would stay cancelled */
export function changedStatus(
  stored: { status: VoucherStatus },
  { status = stored.status }: { status?: VoucherStatus },
) {
  if (stored.status === "cancelled" && status === "cancelled")
    throw new DomainError("conflict", "السند ملغي ولا يمكن تعديله");
  return status;
}

/** @throws DomainError conflict for a cancelled voucher, or one in a closed period */
export async function requireChangeable(db: Db, stored: Stored | null) {
  if (stored) changedStatus(stored, {});
  if (stored) await requireOpen(db, stored.date);
}

/** The choices of every voucher's form: the currencies, and the accounts that are active or the voucher's own. */
export async function moneyChoices(db: Db, stored: Stored | null) {
  const [currencies, cashBoxes, banks] = await Promise.all([
    listCurrencies(db),
    listAccounts(db, "cash_box"),
    listAccounts(db, "bank"),
  ]);
  const active = ({ id, status }: { id: number; status: string }) =>
    status === "active" || id === stored?.cash_box_id || id === stored?.bank_account_id;
  return { currencies, cashBoxes: cashBoxes.filter(active), banks: banks.filter(active) };
}

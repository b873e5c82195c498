import type { Db } from "~/db/knex.server";
import { DomainError } from "~/domain/domain-error";
import { listAccounts } from "~/features/accounts/accounts.server";
import { requireOpen } from "~/features/closing/closings.server";
import { listCurrencies } from "~/features/currencies/currencies.server";
import type { VoucherStatus } from "~/features/money/voucher";

type VoucherRow = {
  date: string;
  status: VoucherStatus;
  cash_box_id: number | null;
  bank_account_id: number | null;
};

/** The status of a changed voucher. @throws DomainError conflict for a cancelled one that would stay cancelled */
export function changedStatus(
  row: { status: VoucherStatus },
  { status = row.status }: { status?: VoucherStatus },
) {
  if (row.status === "cancelled" && status === "cancelled")
    throw new DomainError("conflict", "السند ملغي ولا يمكن تعديله");
  return status;
}

/** @throws DomainError conflict for a cancelled voucher, or one in a closed period */
export async function requireChangeable(db: Db, row: VoucherRow | null) {
  if (row) changedStatus(row, {});
  if (row) await requireOpen(db, row.date);
}

/** The choices of every voucher's form: the currencies, and the accounts that are active or the voucher's own. */
export async function moneyChoices(db: Db, row: VoucherRow | null) {
  const [currencies, cashBoxes, banks] = await Promise.all([
    listCurrencies(db),
    listAccounts(db, "cash_box"),
    listAccounts(db, "bank"),
  ]);
  const active = ({ id, status }: { id: number; status: string }) =>
    status === "active" || id === row?.cash_box_id || id === row?.bank_account_id;
  return { currencies, cashBoxes: cashBoxes.filter(active), banks: banks.filter(active) };
}

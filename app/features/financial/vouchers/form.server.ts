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

/** The status of a voucher once it is changed. @throws DomainError conflict where a cancelled one is to stay so */
export function changedStatus(
  stored: { status: VoucherStatus },
  { status = stored.status }: { status?: VoucherStatus },
) {
  if (stored.status === "cancelled" && status === "cancelled")
    throw new DomainError("conflict", "السند ملغي ولا يمكن تعديله");
  return status;
}

/** @throws DomainError conflict where a voucher cannot be changed; the closed period's refusal */
export async function requireChangeable(db: Db, stored: Stored | null) {
  if (stored) changedStatus(stored, {});
  if (stored) await requireOpen(db, stored.date);
}

/** What every voucher's form offers: the currencies, and the accounts that are active or that it stands on. */
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

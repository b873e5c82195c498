import type { Asked } from "~/db/choices.server";
import type { Db } from "~/db/knex.server";
import { DomainError } from "~/domain/domain-error";
import { accountOffer } from "~/features/accounts/accounts.server";
import { requireOpen } from "~/features/closing/closings.server";
import type { VoucherStatus } from "~/features/money/voucher";

type VoucherRow = { date: string; status: VoucherStatus };

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

/**
 * The accounts of every voucher's form: those that are active or the voucher's own.
 * @param takesCheques whether the voucher may put a cheque in hand
 */
export async function accountOffers(asked: Asked, takesCheques = false) {
  const [cash_box_id, bank_account_id] = await Promise.all([
    accountOffer(asked, "cash_box", "cash_box_id", false),
    accountOffer(asked, "bank", "bank_account_id", takesCheques),
  ]);
  return { cash_box_id, bank_account_id };
}

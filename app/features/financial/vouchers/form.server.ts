import type { Asked } from "~/db/choices.server";
import { fromDatabaseError } from "~/db/errors.server";
import type { Db } from "~/db/knex.server";
import { DomainError } from "~/domain/domain-error";
import type { NamedLink } from "~/domain/question";
import { accountOffer } from "~/features/accounts/accounts.server";
import { requireOpen } from "~/features/closing/closings.server";
import type { VoucherStatus } from "~/features/money/voucher";

type VoucherRow = { id: number; date: string; status: VoucherStatus };

/** The status of a changed voucher. @throws DomainError conflict for a cancelled one that would stay cancelled */
export function changedStatus(
  row: { status: VoucherStatus },
  { status = row.status }: { status?: VoucherStatus },
) {
  if (row.status === "cancelled" && status === "cancelled")
    throw new DomainError("conflict", "السند ملغي ولا يمكن تعديله");
  return status;
}

/**
 * @param links what may be done with the voucher instead
 * @throws DomainError conflict for a cancelled voucher, or one in a closed period
 */
export async function requireChangeable(db: Db, row: VoucherRow, links: NamedLink[]) {
  try {
    changedStatus(row, {});
    await requireOpen(db, row.date);
  } catch (error) {
    const refusal = error instanceof DomainError ? error : fromDatabaseError(error);
    if (!refusal) throw error;
    throw new DomainError(refusal.code, refusal.message, { links });
  }
}

/** What may be done with a voucher that is not changed: it is cancelled while it stands, and found in its list. */
export const linksInstead = (path: string, { id, status }: VoucherRow, number: string): NamedLink[] => [
  ...(status === "confirmed" ? [{ href: `${path}/${id}/cancel`, label: "إلغاء السند" }] : []),
  { href: `${path}?search=${number}`, label: "السند في قائمته" },
];

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

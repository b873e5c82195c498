import { countPhrase, days } from "~/domain/count-words";
import { daysBetween } from "~/domain/dates";
import { formatMoney } from "~/domain/money";
import { chequeStates, chequeText } from "~/features/money/voucher";
import { Badge } from "~/ui/page/page";
import { Sentence } from "~/ui/page/sentence";
import { type Column, NameCell } from "~/ui/page/table";
import { type Receipt, receipt } from "../receipts/receipt";

const { labels } = receipt;

/** What the list and papers of cheques show of a receipt. @param today the office's day */
export const toCheque = (row: Receipt, today: string) => ({
  id: row.id,
  receipt_number: row.receipt_number,
  customer_id: row.customer_id,
  customer: row.customer,
  contract_number: row.contract_number,
  amount: formatMoney(row.amount, row.currency),
  payment_reference: row.payment_reference,
  cheque_bank: row.cheque_bank,
  cheque_due_date: row.cheque_due_date,
  cheque_state: row.cheque_state,
  status: row.status,
  payment_method: row.payment_method,
  daysLate:
    row.cheque_state === "in_hand" && row.cheque_due_date ? daysBetween(row.cheque_due_date, today) : 0,
  account: row.account,
  /** Where the cheque is, or what became of it. */
  place:
    row.cheque_state === "returned"
      ? chequeText({ ...row, cheque_state: row.cheque_state })
      : row.collected_account
        ? `${row.collected_account}، في ${row.collected_on}`
        : row.account,
});
export type Cheque = ReturnType<typeof toCheque>;

/** The columns behind who paid. */
export const chequeColumns: Column<Cheque>[] = [
  {
    label: "رقم الشيك وبنكه",
    cell: ({ payment_reference, cheque_bank }) => (
      <NameCell also={cheque_bank}>
        <bdi dir="ltr" className="wraps">
          {payment_reference ?? "—"}
        </bdi>
      </NameCell>
    ),
  },
  {
    label: labels.cheque_due_date,
    cell: ({ cheque_due_date, daysLate }) => (
      <NameCell
        also={daysLate > 0 && <span className="text-red">{`متأخر ${countPhrase(daysLate, days)}`}</span>}
      >
        <bdi dir="ltr">{cheque_due_date ?? "—"}</bdi>
      </NameCell>
    ),
  },
  { label: labels.amount, kind: "n", cell: ({ amount }) => amount },
  {
    label: "مكانه",
    later: true,
    cell: ({ place }) => <span className="line-clamp-2">{place && <Sentence text={place} />}</span>,
  },
];

/** The state of a cheque among others. */
export const ChequeBadge = ({ cheque_state }: Pick<Cheque, "cheque_state">) =>
  cheque_state && <Badge tone={chequeStates.tones[cheque_state]}>{chequeStates.labels[cheque_state]}</Badge>;

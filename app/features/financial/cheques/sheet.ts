import { chequeStates } from "~/features/money/voucher";
import type { SheetColumn } from "~/http/sheet";
import { exportLoader } from "~/http/sheets.server";
import { type Receipt, receipt } from "../receipts/receipt";
import { cheque } from "./cheque";
import { listCheques } from "./cheques.server";

const { labels } = receipt;

const columns: SheetColumn<Receipt>[] = [
  { head: labels.receipt_number, isCode: true, width: 14, cell: (row) => row.receipt_number },
  { head: "تاريخ السند", kind: "date", cell: ({ date }) => date },
  { head: labels.customer_id, width: 30, cell: ({ customer }) => customer },
  { head: "رقم العقد", isCode: true, width: 13, cell: ({ contract_number }) => contract_number },
  { head: "رقم الشيك", isCode: true, width: 16, cell: ({ payment_reference }) => payment_reference },
  { head: labels.cheque_bank, width: 22, cell: ({ cheque_bank }) => cheque_bank },
  { head: labels.cheque_due_date, kind: "date", width: 12, cell: (row) => row.cheque_due_date },
  {
    head: "المبلغ",
    kind: "number",
    decimals: ({ currency }) => currency.decimals,
    cell: ({ amount }) => amount,
  },
  { head: "العملة", width: 8, cell: ({ currency_code }) => currency_code },
  {
    head: labels.cheque_state,
    width: 14,
    cell: (row) => row.cheque_state && chequeStates.labels[row.cheque_state],
  },
  { head: "الحساب", width: 24, cell: ({ account }) => account },
  { head: labels.collected_account_id, width: 24, cell: ({ collected_account }) => collected_account },
  { head: labels.collected_on, kind: "date", width: 12, cell: ({ collected_on }) => collected_on },
  { head: labels.return_reason, width: 24, cell: ({ return_reason }) => return_reason },
];

/** The list of cheques as a file. */
export const loader = exportLoader([cheque.write], ({ url }) => ({
  title: cheque.noun.many,
  columns,
  of: cheque.table,
  rows: listCheques(url.searchParams),
}));

import { paymentMethodLabels, voucherStatusLabels } from "~/features/money/voucher";
import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { type Receipt, receipt } from "./receipt";
import { receipts } from "./writes.server";

const { labels } = receipt;

const columns: SheetColumn<Receipt>[] = [
  { head: labels.receipt_number, width: 14, cell: ({ receipt_number }) => receipt_number },
  { head: "التاريخ", kind: "date", cell: ({ date }) => date },
  { head: labels.customer_id, width: 32, cell: ({ customer }) => customer },
  { head: "رقم العقد", width: 13, cell: ({ contract_number }) => contract_number },
  { head: "المبلغ", kind: "number", cell: ({ amount }) => amount },
  { head: "العملة", width: 8, cell: ({ currency_code }) => currency_code },
  { head: "سعر الصرف", kind: "number", width: 10, cell: (row) => row.exchange_rate_at_payment },
  { head: "المبلغ المعادل", kind: "number", cell: ({ equivalent_amount }) => equivalent_amount },
  { head: "عملة المعادل", width: 8, cell: (row) => row.equivalent_currency.code },
  { head: "المتبقي من العقد", kind: "number", cell: (row) => row.contract?.remaining_amount },
  {
    head: labels.payment_method,
    width: 10,
    cell: ({ payment_method }) => paymentMethodLabels[payment_method],
  },
  { head: "المرجع", cell: ({ payment_reference }) => payment_reference },
  { head: "الحساب", width: 24, cell: ({ account }) => account },
  { head: "استلمه", cell: ({ received_by }) => received_by },
  { head: labels.status, width: 10, cell: ({ status }) => voucherStatusLabels[status] },
  { head: labels.description, width: 40, cell: ({ description }) => description },
];

export const loader = exportingList(receipt, receipts, columns);

export { refuseWrites as action } from "~/http/download.server";

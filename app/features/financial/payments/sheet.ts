import { voucherStatusLabels } from "~/features/money/voucher";
import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { beneficiaryTypeLabels, type Payment, payingMethodLabels, payment } from "./payment";
import { payments } from "./writes.server";

const { labels } = payment;

const columns: SheetColumn<Payment>[] = [
  { head: labels.payment_number, cell: ({ payment_number }) => payment_number },
  { head: labels.date, kind: "date", cell: ({ date }) => date },
  { head: labels.beneficiary_type, cell: (row) => beneficiaryTypeLabels[row.beneficiary_type] },
  { head: "المستفيد", width: 32, cell: ({ beneficiary }) => beneficiary },
  { head: labels.amount, kind: "number", cell: ({ amount }) => amount },
  { head: labels.currency_id, width: 8, cell: ({ currency }) => currency },
  { head: "الفاتورة", cell: ({ invoice_number }) => invoice_number },
  {
    head: `${labels.settled_amount} (ريال)`,
    kind: "number",
    cell: ({ settled_amount }) => settled_amount,
  },
  {
    head: labels.payment_method,
    width: 10,
    cell: ({ payment_method }) => payingMethodLabels[payment_method],
  },
  { head: labels.payment_reference, cell: ({ payment_reference }) => payment_reference },
  { head: "الحساب", width: 24, cell: ({ account }) => account },
  { head: labels.paid_by, cell: ({ paid_by }) => paid_by },
  { head: labels.status, width: 10, cell: ({ status }) => voucherStatusLabels[status] },
  { head: labels.description, width: 40, cell: ({ description }) => description },
];

export const loader = exportingList(payment, payments, columns);

export { refuseWrites as action } from "~/http/download.server";

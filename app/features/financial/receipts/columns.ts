import { saidRate } from "~/features/money/rate";
import { fieldColumns } from "~/http/field-columns.server";
import { chequeCell } from "../vouchers/fields";
import { receivedText } from "../vouchers/purpose";
import { type Receipt, receipt } from "./receipt";

/** What it is for, with the invoice that money back is about and the credit note that it made. */
const purposeOf = ({
  purpose,
  credited_invoice_number: invoice,
  credit_note_number: note,
  ...row
}: Receipt) =>
  purpose &&
  [
    receivedText({ ...row, purpose }),
    ...(invoice ? [`عن الفاتورة ${invoice}`] : []),
    ...(note ? [`إشعار دائن ${note}`] : []),
  ].join("، ");

export const columns = fieldColumns<Receipt>(receipt, {
  date: { head: "التاريخ" },
  customer_id: { head: "العميل", cell: ({ customer }) => customer },
  contract_id: {
    head: "رقم العقد",
    isCode: true,
    cell: ({ contract_number }) => contract_number,
    behind: [{ head: "صاحب العقد", width: 32, cell: ({ contract }) => contract?.customer.name }],
  },
  purpose: { cell: purposeOf },
  cheque_state: { cell: chequeCell },
  cheque_due_date: { head: "استحقاق الشيك" },
  amount: { head: "المبلغ" },
  currency_id: { head: "العملة", cell: ({ currency_code }) => currency_code },
  exchange_rate_at_payment: {
    kind: undefined,
    width: 20,
    cell: ({ exchange_rate_at_payment: rate, currency_code, equivalent_currency: { code } }) =>
      currency_code === code ? null : saidRate(rate, currency_code, code),
  },
  equivalent_amount: {
    behind: [
      { head: "عملة المعادل", width: 8, cell: (row) => row.equivalent_currency.code },
      { head: "المتبقي من العقد", kind: "number", width: 12, cell: (row) => row.contract?.remaining_amount },
    ],
  },
  payment_reference: {
    head: "المرجع",
    isCode: false, // there is no room for each
    behind: [
      { head: "الحساب", width: 24, cell: ({ account }) => account },
      { head: "استلمه", cell: ({ received_by }) => received_by },
    ],
  },
});

import { fieldColumns } from "~/http/field-columns.server";
import { chequeCell } from "../vouchers/fields";
import { paidFor, purposeCell } from "../vouchers/purpose";
import { type Payment, payment } from "./payment";

export const columns = fieldColumns<Payment>(payment, {
  beneficiary: { head: "المستفيد" },
  currency_id: {
    cell: ({ currency }) => currency,
    behind: [{ head: "الفاتورة", cell: ({ invoice_number }) => invoice_number }],
  },
  contract_id: {
    cell: ({ contract_number }) => contract_number,
    behind: [{ head: "صاحب العقد", width: 32, cell: ({ contract_customer }) => contract_customer?.name }],
  },
  purpose: { cell: purposeCell(paidFor) },
  cheque_state: { cell: chequeCell },
  settled_amount: { head: `${payment.labels.settled_amount} (ريال)` },
  payment_reference: { behind: [{ head: "الحساب", width: 24, cell: ({ account }) => account }] },
});

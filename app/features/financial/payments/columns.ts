import { fieldColumns } from "~/http/field-columns.server";
import { type Payment, payment } from "./payment";

export const columns = fieldColumns<Payment>(payment, {
  beneficiary: { head: "المستفيد" },
  currency_id: {
    cell: ({ currency }) => currency,
    behind: [{ head: "الفاتورة", cell: ({ invoice_number }) => invoice_number }],
  },
  contract_id: { cell: ({ contract_number }) => contract_number },
  settled_amount: { head: `${payment.labels.settled_amount} (ريال)` },
  payment_reference: { behind: [{ head: "الحساب", width: 24, cell: ({ account }) => account }] },
});

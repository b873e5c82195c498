import { saidRate } from "~/features/money/rate";
import { fieldColumns } from "~/http/field-columns.server";
import { type Allocation, allocation } from "./allocation";

export const columns = fieldColumns<Allocation>(allocation, {
  date: {
    head: "التاريخ",
    behind: [
      { head: "صاحب المبلغ", width: 32, cell: ({ party }) => party },
      { head: "من العقد", width: 13, cell: ({ from_contract_number }) => from_contract_number },
      { head: "إلى العقد", width: 13, cell: ({ contract_number }) => contract_number },
      { head: "إلى الفاتورة", width: 13, cell: ({ invoice_number }) => invoice_number },
    ],
  },
  currency_id: { cell: ({ currency }) => currency.code },
  exchange_rate: {
    kind: undefined,
    width: 20,
    cell: ({ exchange_rate: rate, currency, equivalent_currency: other }) =>
      rate && other && other.code !== currency.code ? saidRate(rate, currency.code, other.code) : null,
  },
  equivalent_amount: {
    behind: [
      { head: "عملة المعادل", width: 8, cell: ({ equivalent_currency }) => equivalent_currency?.code },
    ],
  },
  status: {
    behind: [
      { head: "تاريخ الإلغاء", cell: ({ cancelled_on }) => cancelled_on },
      { head: "سند الصرف", width: 14, cell: ({ payment_number }) => payment_number },
      { head: "أجراه", cell: ({ created_by }) => created_by },
    ],
  },
});

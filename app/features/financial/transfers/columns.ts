import { fieldColumns } from "~/http/field-columns.server";
import { rateText } from "./rate";
import { type Transfer, transfer } from "./transfer";

export const columns = fieldColumns<Transfer>(transfer, {
  date: {
    behind: [
      { head: transfer.labels.from_account_id, width: 28, cell: ({ from }) => from },
      { head: transfer.labels.to_account_id, width: 28, cell: ({ to }) => to },
    ],
  },
  from_amount: { behind: [{ head: "عملة الخارج", width: 8, cell: ({ currency }) => currency.code }] },
  to_amount: {
    behind: [
      { head: "عملة الداخل", width: 8, cell: ({ to_currency }) => to_currency.code },
      { head: "السعر", width: 20, cell: rateText },
    ],
  },
  fee_amount: {
    behind: [{ head: transfer.labels.fee_expense_id, width: 24, cell: ({ fee_expense }) => fee_expense }],
  },
  status: {
    behind: [
      { head: "تاريخ الإلغاء", cell: ({ cancelled_on }) => cancelled_on },
      { head: "حرره", cell: ({ created_by }) => created_by },
    ],
  },
});

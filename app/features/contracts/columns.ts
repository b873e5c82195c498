import { hijri } from "~/domain/hijri";
import { fieldColumns } from "~/http/field-columns.server";
import { type Contract, contract } from "./contract";

export const columns = fieldColumns<Contract>(contract, {
  contract_date: { behind: [{ head: "التاريخ الهجري", cell: ({ contract_date }) => hijri(contract_date) }] },
  customer_id: {
    behind: [{ head: "رقم الهاتف", width: 18, isCode: true, cell: ({ customer }) => customer.phone }],
  },
  remaining_amount: {
    behind: [
      { head: "العملة", width: 6, cell: ({ currency }) => currency.code },
      { head: "الموعد القادم", kind: "date", cell: ({ next_due_date }) => next_due_date },
      { head: "المستحق", width: 8, kind: "number", cell: ({ due_amount }) => due_amount },
      { head: "المتأخر", width: 8, kind: "number", cell: ({ overdue_amount }) => overdue_amount },
    ],
  },
});

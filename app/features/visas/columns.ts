import { hijri } from "~/domain/hijri";
import { fieldColumns } from "~/http/field-columns.server";
import { type Visa, visa } from "./visa";

export const columns = fieldColumns<Visa>(visa, {
  customer_id: { cell: ({ customer_name }) => customer_name },
  group_id: { cell: ({ group_name }) => group_name },
  submission_date: {
    behind: [{ head: "التقديم بالهجري", width: 20, cell: ({ submission_date }) => hijri(submission_date) }],
  },
});

import { hijri } from "~/domain/hijri";
import { fieldColumns } from "~/http/field-columns.server";
import { exportingList } from "~/http/sheets.server";
import { type Visa, visa } from "./visa";
import { visas } from "./visas.server";

const columns = fieldColumns<(typeof visa)["fields"], Visa>(visa, {
  customer_id: { cell: ({ customer_name }: Visa) => customer_name },
  group_id: { cell: ({ group_name }: Visa) => group_name },
});
const submission = columns.findIndex(({ head }) => head === visa.labels.submission_date);
columns.splice(submission + 1, 0, {
  head: "التقديم بالهجري",
  width: 20,
  cell: ({ submission_date }) => hijri(submission_date),
});

export const loader = exportingList(visa, visas, columns);

export { refuseWrites as action } from "~/files/download.server";

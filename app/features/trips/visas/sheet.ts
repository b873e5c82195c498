import { hijri } from "~/domain/hijri";
import { fieldColumns } from "~/http/field-columns.server";
import { exportingList } from "~/http/sheets.server";
import { type Visa, visa } from "./visa";
import { visas } from "./visas.server";

const submissionInHijri = {
  head: "التقديم بالهجري",
  width: 20,
  cell: ({ submission_date }: Visa) => hijri(submission_date),
};

const columns = fieldColumns<(typeof visa)["fields"], Visa>(visa, {
  customer_id: { cell: ({ customer_name }) => customer_name },
  group_id: { cell: ({ group_name }) => group_name },
}).flatMap((column) =>
  column.head === visa.labels.submission_date ? [column, submissionInHijri] : [column],
);

export const loader = exportingList(visa, visas, columns);

export { refuseWrites as action } from "~/http/download.server";

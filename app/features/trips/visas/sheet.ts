import { hijri } from "~/domain/hijri";
import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { type Visa, visa, visaStatusLabels, visaTypeLabels } from "./visa";
import { visas } from "./visas.server";

const { labels } = visa;

const columns: SheetColumn<Visa>[] = [
  { head: labels.customer_id, width: 32, cell: ({ customer_name }) => customer_name },
  { head: labels.passport_number, cell: ({ passport_number }) => passport_number },
  { head: labels.visa_type, cell: ({ visa_type }) => visaTypeLabels[visa_type] },
  { head: labels.group_id, width: 26, cell: ({ group_name }) => group_name },
  { head: labels.submission_date, kind: "date", cell: ({ submission_date }) => submission_date },
  { head: "التقديم بالهجري", width: 20, cell: ({ submission_date }) => hijri(submission_date) },
  { head: labels.visa_number, cell: ({ visa_number }) => visa_number },
  { head: labels.approval_date, kind: "date", cell: ({ approval_date }) => approval_date },
  { head: labels.last_day, kind: "date", cell: ({ last_day }) => last_day },
  { head: labels.status, cell: ({ status }) => visaStatusLabels[status] },
  { head: labels.notes, width: 40, cell: ({ notes }) => notes },
];

export const loader = exportingList(visa, visas, columns);

export { refuseWrites as action } from "~/files/download.server";

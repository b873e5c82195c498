import { activityLabels } from "~/features/status";
import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { type Customer, customer } from "./customer";
import { customers } from "./customers.server";
import { nationalities } from "./nationality-choices";

const { labels } = customer;
const names = new Map(nationalities);

const columns: SheetColumn<Customer>[] = [
  { head: labels.name, width: 32, cell: ({ name }) => name },
  { head: labels.phone, width: 18, cell: ({ phone }) => phone },
  { head: labels.national_id, cell: ({ national_id }) => national_id },
  { head: labels.passport_number, cell: ({ passport_number }) => passport_number },
  {
    head: labels.nationality,
    cell: ({ nationality }) => nationality && (names.get(nationality) ?? nationality),
  },
  { head: labels.passport_issue_date, kind: "date", cell: ({ passport_issue_date }) => passport_issue_date },
  { head: labels.passport_expiry, kind: "date", cell: ({ passport_expiry }) => passport_expiry },
  { head: labels.date_of_birth, kind: "date", cell: ({ date_of_birth }) => date_of_birth },
  { head: labels.gender, width: 8, cell: ({ gender }) => gender },
  { head: labels.email, width: 28, cell: ({ email }) => email },
  { head: labels.address, width: 30, cell: ({ address }) => address },
  { head: labels.status, cell: ({ status }) => activityLabels[status] },
];

export const loader = exportingList(customer, customers, columns);

export { refuseWrites as action } from "~/files/download.server";

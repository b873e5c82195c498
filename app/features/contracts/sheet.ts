import { hijri } from "~/domain/hijri";
import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { type Contract, contract, contractStatusLabels } from "./contract";
import { contracts } from "./contracts.server";

const { labels } = contract;

const columns: SheetColumn<Contract>[] = [
  { head: labels.contract_number, width: 13, cell: ({ contract_number }) => contract_number },
  { head: labels.contract_date, kind: "date", cell: ({ contract_date }) => contract_date },
  { head: "التاريخ الهجري", cell: ({ contract_date }) => hijri(contract_date) },
  { head: labels.customer_id, width: 32, cell: ({ customer }) => customer.name },
  { head: "رقم الهاتف", cell: ({ customer }) => customer.phone },
  { head: labels.campaign_id, width: 26, cell: ({ campaign }) => campaign.name },
  { head: labels.package_id, width: 26, cell: (row) => row.package.name },
  { head: labels.total_amount, kind: "number", cell: ({ total_amount }) => total_amount },
  { head: labels.paid_amount, kind: "number", cell: ({ paid_amount }) => paid_amount },
  { head: labels.remaining_amount, kind: "number", cell: ({ remaining_amount }) => remaining_amount },
  { head: "العملة", width: 8, cell: ({ currency }) => currency.code },
  { head: labels.visa_issue_date, kind: "date", cell: ({ visa_issue_date }) => visa_issue_date },
  {
    head: labels.visa_duration_days,
    kind: "number",
    width: 10,
    cell: ({ visa_duration_days }) => visa_duration_days,
  },
  { head: labels.status, width: 10, cell: ({ status }) => contractStatusLabels[status] },
  { head: labels.notes, width: 40, cell: ({ notes }) => notes },
];

export const loader = exportingList(contract, contracts, columns);

export { refuseWrites as action } from "~/http/download.server";

import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { occupancyPercent } from "~/ui/occupancy";
import { type Campaign, campaign, campaignStatusLabels } from "./campaign";
import { campaigns } from "./campaigns.server";

const { labels } = campaign;

const columns: SheetColumn<Campaign>[] = [
  { head: labels.name, width: 32, cell: ({ name }) => name },
  { head: labels.type, width: 8, cell: ({ type }) => type },
  { head: labels.start_date, kind: "date", cell: ({ start_date }) => start_date },
  { head: labels.end_date, kind: "date", cell: ({ end_date }) => end_date },
  { head: labels.total_seats, kind: "number", cell: ({ total_seats }) => total_seats },
  { head: "المحجوز", kind: "number", cell: ({ booked_seats }) => booked_seats },
  { head: "المتاح", kind: "number", cell: ({ available_seats }) => available_seats },
  {
    head: "الإشغال %",
    kind: "number",
    cell: ({ booked_seats, total_seats }) => occupancyPercent(booked_seats, total_seats),
  },
  {
    head: labels.package_ids,
    width: 40,
    cell: ({ packages }) => packages.map(({ name }) => name).join("، "),
  },
  { head: labels.status, cell: ({ status }) => campaignStatusLabels[status] },
  { head: labels.description, width: 40, cell: ({ description }) => description },
];

export const loader = exportingList(campaign, campaigns, columns);

export { refuseWrites as action } from "~/http/download.server";

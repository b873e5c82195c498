import { feeLinesLabel } from "~/features/fees/fee-lines";
import { fieldColumns } from "~/http/field-columns.server";
import { occupancyPercent } from "~/ui/occupancy";
import { campaign } from "./campaign";
import type { CampaignInWords } from "./campaigns.server";

export const columns = fieldColumns<CampaignInWords>(campaign, {
  total_seats: {
    behind: [
      { head: "المحجوز", kind: "number", cell: ({ booked_seats }) => booked_seats },
      { head: "المحجوز مؤقتًا", kind: "number", cell: ({ held_seats }) => held_seats },
      { head: "المتاح", kind: "number", cell: ({ available_seats }) => available_seats },
      {
        head: "الإشغال %",
        kind: "number",
        cell: ({ booked_seats, total_seats }) => occupancyPercent(booked_seats, total_seats),
      },
    ],
  },
  description: { behind: [{ head: feeLinesLabel, width: 40, cell: ({ fees }) => fees.join(" · ") }] },
});

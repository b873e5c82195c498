import { type Db, db } from "~/db/knex.server";
import type { Period } from "~/db/list.server";
import { daysBetween } from "~/domain/dates";
import { type CampaignStatus, campaign, campaignStates } from "~/features/campaigns/campaign";
import { campaignFigures } from "~/features/campaigns/campaigns.server";
import { heldSeats, takenSeats } from "~/features/campaigns/seats.server";
import { closingOf } from "~/features/closing/closings.server";
import { contract } from "~/features/contracts/contract";
import { hold } from "~/features/holds/hold";
import { occupancyPercent } from "~/ui/occupancy";
import { inDigits, listOf, sumOf } from "../figures";
import { sumsIn } from "../financial/money.server";
import { lastOfMonth } from "../period";
import { longestByDays, stepsOf } from "../period.server";
import type { ReadReport } from "../reports.server";
import { noSales, readSales, type Sales } from "../sales.server";
import { netLabel, salesColumns, salesNote } from "../sales-columns";
import { count, percent, text } from "./columns";
import { periodOfAddress, textOfPeriod } from "./period-text.server";

/** Every campaign's seats and occupancy, and the sales of the period by the days of their entries: by campaign and over time. */
export const campaignsReport: ReadReport = async ({ params, user }) => {
  const period = periodOfAddress(params);
  const [campaigns, sales, active, { roundSum, formatSum, column, conversion }, closing] = await Promise.all([
    campaignsWithSeats(db),
    readSales(period, { unit: isShort(period) ? "day" : "month" }),
    campaignFigures(db),
    sumsIn(db),
    closingOf(db, period.to),
  ]);
  const contractsAt = (filters: object) => listOf(user, contract, { ...filters });
  const [seats, bookings] = [sumOf(campaigns, "total_seats"), sumOf(campaigns, "booked_seats")];
  const holds = sumOf(campaigns, "held_seats");
  const whereHeld = <Part>(part: Part) => (holds ? [part] : []); // an office that holds nothing has no such column
  const [whole = noSales] = sales.filter(({ by }) => by === "all");
  const byCampaign = new Map(sales.filter(({ by }) => by === "campaign").map((one) => [one.id, one]));
  const bySteps = sales.filter(({ by }) => by === "step");
  const over = stepsOver(bySteps.map(({ key }) => key ?? "").sort(), period);
  const { labels, cells } = salesColumns(sales);
  const netOf = (one: Sales) => cells(one, roundSum).at(-1) ?? 0;
  return {
    lead: textOfPeriod(period),
    notes: [
      ...(closing ? [closing] : []),
      "المقاعد والإشغال كما هي الآن، والعقود والمبيعات للفترة.",
      `${salesNote} ${conversion}`,
    ],
    figures: [
      { label: "العقود الموقعة", value: inDigits(whole.signed_count), href: contractsAt(period) },
      { label: netLabel, value: formatSum(netOf(whole)) },
      {
        label: "الحملات النشطة",
        value: inDigits(active.count),
        href: listOf(user, campaign, { status: "active" }),
      },
      { label: "مقاعدها", value: inDigits(active.seats) },
      { label: "إشغالها", value: `${occupancyPercent(active.booked, active.seats)}%` },
      { label: "الشاغر منها", value: inDigits(active.available) },
    ],
    tables: [
      {
        title: "الحملات",
        columns: [
          text("الحملة"),
          text("الحالة"),
          count("المقاعد"),
          count("المحجوز"),
          percent("الإشغال"),
          ...whereHeld(count("المحجوز مؤقتًا")),
          count("الشاغر"),
          count("عقود الفترة"),
          column(netLabel),
        ],
        rows: campaigns.map(({ id, name, status, total_seats, booked_seats, held_seats }) => {
          const one = byCampaign.get(id) ?? noSales;
          return [
            name,
            campaignStates.labels[status],
            total_seats,
            { value: booked_seats, href: contractsAt({ status: "standing", campaign_id: id }) },
            occupancyPercent(booked_seats, total_seats),
            ...whereHeld({
              value: held_seats,
              href: held_seats ? listOf(user, hold, { campaign_id: id, status: "current" }) : undefined,
            }),
            total_seats - booked_seats - held_seats,
            { value: one.signed_count, href: contractsAt({ campaign_id: id, ...period }) },
            netOf(one),
          ];
        }),
        total: [
          "المجموع",
          null,
          seats,
          bookings,
          occupancyPercent(bookings, seats),
          ...whereHeld(holds),
          seats - bookings - holds,
          whole.signed_count,
          netOf(whole),
        ],
        chart: { kind: "bars", of: [4] },
      },
      {
        title: `المبيعات ${over.title}`,
        columns: [over.column, count("الموقعة"), count("الملغاة"), ...labels.map(column)],
        rows: over.steps.map(({ key, name, from, to }) => {
          const one = bySteps.find((step) => step.key === key) ?? noSales;
          return [
            name,
            { value: one.signed_count, href: contractsAt({ from, to }) },
            one.cancelled_count,
            ...cells(one, roundSum),
          ];
        }),
        total: ["المجموع", whole.signed_count, whole.cancelled_count, ...cells(whole, roundSum)],
        chart: { kind: "columns", of: [2 + labels.length] },
        isFolded: true,
      },
    ],
  };
};

const noDays = { from: "2000-01-02", to: "2000-01-01" };

/** Whether a report splits the period into days. */
const isShort = ({ from, to }: Period) => !!from && !!to && daysBetween(from, to) < longestByDays;

/**
 * The days of a short period; of a long or open one the months from the first sale to the last.
 * @param keys of the steps with sales, in order
 */
function stepsOver(keys: string[], { from, to }: Period) {
  if (from && to && isShort({ from, to })) return stepsOf({ from, to });
  const [first, last] = [keys[0], keys.at(-1)];
  if (!first || !last) return stepsOf(noDays);
  return stepsOf({
    from: [from ?? "", `${first}-01`].sort()[1] ?? "",
    to: [to ?? "9999", lastOfMonth(`${last}-01`)].sort()[0] ?? "",
  });
}

/** A campaign and its present seats. */
type CampaignSeats = {
  id: number;
  name: string;
  status: CampaignStatus;
  total_seats: number;
  booked_seats: number;
  held_seats: number;
};

/** Every campaign, the latest first. */
async function campaignsWithSeats(db: Db): Promise<CampaignSeats[]> {
  const { rows } = await db.raw<{ rows: CampaignSeats[] }>(
    `SELECT id, name, status, total_seats, ${takenSeats} AS booked_seats, ${heldSeats} AS held_seats FROM campaigns ORDER BY start_date DESC, id DESC`,
  );
  return rows;
}

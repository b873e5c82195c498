import { type Db, db } from "~/db/knex.server";
import { endsOf, type Period } from "~/db/list.server";
import { daysBetween } from "~/domain/dates";
import { type CampaignStatus, campaign, campaignStates } from "~/features/campaigns/campaign";
import { campaignFigures } from "~/features/campaigns/campaigns.server";
import { contract } from "~/features/contracts/contract";
import type { Decimal } from "~/features/money/money.server";
import { signedByDay, signedByMonth } from "~/features/reports/signings.server";
import { occupancyPercent } from "~/ui/occupancy";
import { inDigits, listOf, sumOf } from "../figures";
import { exactSum, sumsIn } from "../financial/money.server";
import { lastOfMonth } from "../period";
import { longestByDays, stepsOf } from "../period.server";
import type { ReadReport } from "../reports.server";
import { count, percent, text } from "./columns";
import { periodOfAddress, textOfPeriod } from "./period-text.server";

/** Every campaign's seats and occupancy, and the contracts signed in the period: by campaign and over time. */
export const campaignsReport: ReadReport = async ({ params, user }) => {
  const period = periodOfAddress(params);
  const [campaigns, days, active, { roundSum, formatSum, column, note }] = await Promise.all([
    campaignSales(db, period),
    salesOver(db, period),
    campaignFigures(db),
    sumsIn(db),
  ]);
  const contractsAt = (filters: object) => listOf(user, contract, { status: "standing", ...filters });
  const [seats, bookings] = [sumOf(campaigns, "total_seats"), sumOf(campaigns, "booked_seats")];
  const contracts = sumOf(campaigns, "contracts");
  const over = stepsOver(days, period);
  const worth = roundSum(sumOfWorth(campaigns));
  return {
    lead: textOfPeriod(period),
    notes: ["المقاعد والإشغال كما هي الآن، والعقود والمبيعات ما وُقّع في الفترة.", note],
    figures: [
      { label: "العقود الموقعة", value: inDigits(contracts), href: contractsAt(period) },
      { label: "المبيعات", value: formatSum(worth) },
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
          count("الشاغر"),
          count("عقود الفترة"),
          column("المبيعات"),
        ],
        rows: campaigns.map(({ id, name, status, total_seats, booked_seats, contracts, worth }) => [
          name,
          campaignStates.labels[status],
          total_seats,
          { value: booked_seats, href: contractsAt({ campaign_id: id }) },
          occupancyPercent(booked_seats, total_seats),
          total_seats - booked_seats,
          { value: contracts, href: contractsAt({ campaign_id: id, ...period }) },
          roundSum(worth),
        ]),
        total: [
          "المجموع",
          null,
          seats,
          bookings,
          occupancyPercent(bookings, seats),
          seats - bookings,
          contracts,
          worth,
        ],
        chart: { kind: "bars", of: [4] },
      },
      {
        title: `المبيعات ${over.title}`,
        columns: [over.column, count("العقود"), column("المبيعات")],
        rows: over.steps.map(({ name, from, to, days }) => [
          name,
          { value: sumOf(days, "contracts"), href: contractsAt({ from, to }) },
          roundSum(sumOfWorth(days)),
        ]),
        total: ["المجموع", contracts, worth],
        chart: { kind: "columns", of: [2] },
        isFolded: true,
      },
    ],
  };
};

const sumOfWorth = (rows: { worth: Decimal }[]) => exactSum(rows.map(({ worth }) => worth));

const noDays = { from: "2000-01-02", to: "2000-01-01" };

/** Whether a report splits the period into days. */
const isShort = ({ from, to }: Period) => !!from && !!to && daysBetween(from, to) < longestByDays;

/** The days of a short period; of a long or open one the months from the first sale to the last. */
function stepsOver(days: DaySales[], { from, to }: Period) {
  const [first, last] = [days[0], days.at(-1)];
  const monthsOf = (first: string, last: string) => ({
    from: [from ?? "", `${first.slice(0, 7)}-01`].sort()[1] ?? first,
    to: [to ?? last, lastOfMonth(last)].sort()[0] ?? last,
  });
  const ends =
    from && to && isShort({ from, to })
      ? { from, to }
      : first && last
        ? monthsOf(first.day, last.last_day)
        : noDays;
  const { steps, ...rest } = stepsOf(ends);
  const within = ({ from, to }: Required<Period>) => days.filter(({ day }) => day >= from && day <= to);
  return { ...rest, steps: steps.map((step) => ({ ...step, days: within(step) })) };
}

/** A campaign's present seats, and its contracts of a period that are not cancelled. */
type CampaignSales = {
  id: number;
  name: string;
  status: CampaignStatus;
  total_seats: number;
  booked_seats: number;
  contracts: number;
  /** In the default currency at the stored rates. */
  worth: Decimal;
};

/** Every campaign, the latest first. */
async function campaignSales(db: Db, period: Period): Promise<CampaignSales[]> {
  const { rows } = await db.raw<{ rows: CampaignSales[] }>(
    `WITH signed AS (
       SELECT campaign_id, sum(contracts)::bigint AS contracts, sum(amount * exchange_rate) AS worth
       FROM (SELECT campaign_id, currency_id, sum(count) AS contracts, sum(total_amount) AS amount
             FROM ${signedByMonth()} AS signed WHERE stands(status) GROUP BY 1, 2) sums
       JOIN currencies ON currencies.id = currency_id GROUP BY campaign_id),
     seated AS (
       SELECT campaign_id, sum(count)::bigint AS booked FROM contracts_monthly_totals
       WHERE stands(status) GROUP BY campaign_id)
     SELECT campaigns.id, campaigns.name, campaigns.status, total_seats, coalesce(booked, 0) AS booked_seats,
            coalesce(contracts, 0) AS contracts, coalesce(worth, 0) AS worth
     FROM campaigns LEFT JOIN signed ON signed.campaign_id = campaigns.id
     LEFT JOIN seated ON seated.campaign_id = campaigns.id ORDER BY start_date DESC, campaigns.id DESC`,
    endsOf(period),
  );
  return rows;
}

/** `last_day` is the last day with a sale in the whole period. */
type DaySales = { day: string; contracts: number; worth: Decimal; last_day: string };

/** The days of a short period, or the months of a long one, with contracts that are not cancelled. */
async function salesOver(db: Db, period: Period): Promise<DaySales[]> {
  const { rows } = await db.raw<{ rows: DaySales[] }>(
    `SELECT day, sum(contracts)::bigint AS contracts, sum(amount * exchange_rate) AS worth,
            (SELECT max(contract_date) FROM contracts
             WHERE stands(status) AND contract_date BETWEEN :from AND :to) AS last_day
     FROM (SELECT day, currency_id, sum(count) AS contracts, sum(total_amount) AS amount
           FROM ${isShort(period) ? signedByDay : signedByMonth()} AS signed
           WHERE stands(status) GROUP BY day, currency_id) sums
     JOIN currencies ON currencies.id = currency_id GROUP BY day ORDER BY day`,
    endsOf(period),
  );
  return rows;
}

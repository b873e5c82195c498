import Big from "big.js";
import { db } from "~/db/knex.server";
import { idOf } from "~/db/list.server";
import type { Decimal } from "~/features/money/money.server";
import { signedByMonth } from "~/features/reports/signings.server";
import { addressWith, periodSelectors } from "../address";
import { endsOf, inDigits, sumOf } from "../figures";
import { type Span, textOfSpan, wholeTime } from "../period";
import { namesPeriod, spanOf } from "../period.server";
import type { Cell } from "../report";
import type { ReadReport } from "../reports.server";
import { financialReports } from "./financial";
import { difference, exactSum, sumsIn } from "./money.server";

/** Sales and their packages' costs at signing: by campaign, or of one campaign by package. */
export const profitReport: ReadReport = async ({ params }) => {
  const span = namesPeriod(params) ? spanOf(params) : undefined;
  const campaign = idOf(params, "campaign_id");
  const [{ roundSum, formatSum, column, note }, sales] = await Promise.all([
    sumsIn(db),
    readSales(campaign, span),
  ]);
  const figuresOf = (price: number, cost: number) => {
    const profit = difference(price, cost);
    const margin = price ? Big(profit).times(100).div(price).round(1).toNumber() : null;
    return { price, cost, profit, margin };
  };
  const whole = figuresOf(
    roundSum(exactSum(sales.map(({ price }) => price))),
    roundSum(exactSum(sales.map(({ cost }) => cost))),
  );
  const [count, cancelled] = [sumOf(sales, "count"), sumOf(sales, "cancelled")];
  const cells = ({ price, cost, profit, margin }: typeof whole): Cell[] => [price, cost, profit, margin];
  const address = (id: number) =>
    addressWith(financialReports.path, params, periodSelectors, { report: "profit", campaign_id: id });

  return {
    span,
    lead: [span ? textOfSpan(span) : wholeTime, campaign && `حملة: ${await campaignName(campaign)}`]
      .filter(Boolean)
      .join("، "),
    notes: [
      note,
      "العقود بحسب تاريخ توقيعها. الربح سعر العقد ناقص تكلفة باقته يوم توقيعه، والعقود الملغاة تعد ولا تدخل في المبالغ. هامش الربح نسبته إلى السعر.",
    ],
    figures: [
      { label: `أسعار العقود (${inDigits(count)})`, value: formatSum(whole.price) },
      { label: "تكلفة باقاتها", value: formatSum(whole.cost) },
      { label: "الربح", value: formatSum(whole.profit) },
      { label: "هامش الربح", value: whole.margin === null ? "—" : `${whole.margin}%` },
    ],
    tables: [
      {
        title: campaign ? "بحسب الباقة" : "بحسب الحملة",
        columns: [
          { label: campaign ? "الباقة" : "الحملة" },
          { label: "العقود", kind: "count" },
          { label: "الملغاة", kind: "count" },
          column("الأسعار"),
          column("التكلفة"),
          column("الربح"),
          { label: "الهامش", kind: "percent" },
        ],
        rows: sales.map(({ id, name, count, cancelled, price, cost }) => [
          campaign ? name : { value: name, href: address(id) },
          count,
          cancelled,
          ...cells(figuresOf(roundSum(price), roundSum(cost))),
        ]),
        total: ["المجموع", count, cancelled, ...cells(whole)],
        chart: { kind: "bars", of: [3, 4] },
      },
    ],
  };
};

type Sales = {
  id: number;
  name: string;
  count: number;
  cancelled: number;
  /** In the default currency, as the cost is. */
  price: Decimal;
  cost: Decimal;
};

/**
 * The sales of each campaign, the newest first, or of each package of one campaign. They are of the contracts signed in a period,
 * or of all.
 */
async function readSales(campaign: number | undefined, span: Span | undefined): Promise<Sales[]> {
  const part = campaign ? { id: "package_id", table: "packages" } : { id: "campaign_id", table: "campaigns" };
  const { rows } = await db.raw<{ rows: Sales[] }>(
    `WITH sold AS (
       SELECT ${part.id} AS id, currency_id, status = 'cancelled' AS is_cancelled, sum(count) AS count,
              sum(total_amount) AS price, sum(package_cost) AS cost
       FROM ${signedByMonth()} AS signed WHERE :campaign::integer IS NULL OR campaign_id = :campaign GROUP BY 1, 2, 3)
     SELECT sold.id, part.name,
            coalesce(sum(count) FILTER (WHERE NOT is_cancelled), 0)::bigint AS count,
            coalesce(sum(count) FILTER (WHERE is_cancelled), 0)::bigint AS cancelled,
            coalesce(sum(price * exchange_rate) FILTER (WHERE NOT is_cancelled), 0) AS price,
            -- a cost was divided by a rate, and comes back a hair beside what it was
            coalesce(round(sum(cost * exchange_rate) FILTER (WHERE NOT is_cancelled), 15), 0) AS cost
     FROM sold JOIN currencies ON currencies.id = currency_id JOIN ${part.table} AS part ON part.id = sold.id
     GROUP BY 1, 2 ORDER BY 1 DESC`,
    { campaign: campaign ?? null, ...endsOf(span ?? {}) },
  );
  return rows;
}

async function campaignName(id: number) {
  const campaign = await db("campaigns").where({ id }).first("name");
  return campaign?.name ?? id;
}

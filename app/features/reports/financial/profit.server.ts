import Big from "big.js";
import { db } from "~/db/knex.server";
import { idOf } from "~/db/list.server";
import type { Decimal } from "~/features/financial/money.server";
import type { Cell } from "../report";
import type { ReadReport } from "../reports.server";
import { financialReports } from "./financial";
import { sumsIn } from "./money.server";

/** What contracts sell for and what their packages cost at signing: campaign by campaign, or of one by its packages. */
export const profitReport: ReadReport = async ({ params }) => {
  const campaign = idOf(params, "campaign_id");
  const [{ rounded, shown, column, note }, sales] = await Promise.all([sumsIn(db), readSales(campaign)]);
  const figuresOf = (price: number, cost: number) => {
    const profit = Big(price).minus(cost);
    const margin = price ? profit.times(100).div(price).round(1).toNumber() : null;
    return { profit: profit.toNumber(), margin };
  };
  const cells = ({ count, cancelled, price, cost }: Omit<Sales, "id" | "name">): Cell[] => {
    const [sold, spent] = [rounded(price), rounded(cost)];
    const { profit, margin } = figuresOf(sold, spent);
    return [count, cancelled, sold, spent, profit, margin];
  };
  const sum = (of: (sales: Sales) => Decimal | number) =>
    sales.reduce((sum, one) => sum.plus(of(one)), Big(0));
  const whole = {
    count: sum(({ count }) => count).toNumber(),
    cancelled: sum(({ cancelled }) => cancelled).toNumber(),
    price: sum(({ price }) => price).toFixed(),
    cost: sum(({ cost }) => cost).toFixed(),
  };
  const { profit, margin } = figuresOf(rounded(whole.price), rounded(whole.cost));
  const address = (id: number) => `${financialReports.path}?report=profit&campaign_id=${id}`;

  return {
    lead: campaign ? `حملة: ${await campaignName(campaign)}` : undefined,
    notes: [
      note,
      "الربح سعر العقد ناقص تكلفة باقته يوم توقيعه، والعقود الملغاة تعد ولا تدخل في المبالغ. هامش الربح نسبته إلى السعر.",
    ],
    figures: [
      { label: `أسعار العقود (${whole.count.toLocaleString("en-US")})`, value: shown(whole.price) },
      { label: "تكلفة باقاتها", value: shown(whole.cost) },
      { label: "الربح", value: shown(profit) },
      { label: "هامش الربح", value: margin === null ? "—" : `${margin}%` },
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
        rows: sales.map(({ id, name, ...figures }) => [
          campaign ? name : { value: name, href: address(id) },
          ...cells(figures),
        ]),
        total: ["المجموع", ...cells(whole)],
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
  /** In the default currency, as is the cost. */
  price: Decimal;
  cost: Decimal;
};

/** Of each campaign, the newest first; or of each package that one sold. */
async function readSales(campaign: number | undefined): Promise<Sales[]> {
  const part = campaign ? { id: "package_id", table: "packages" } : { id: "campaign_id", table: "campaigns" };
  const { rows } = await db.raw<{ rows: Sales[] }>(
    `WITH sold AS (
       SELECT ${part.id} AS id, currency_id, status = 'cancelled' AS is_cancelled, count(*) AS count,
              sum(total_amount) AS price, sum(package_cost) AS cost
       FROM contracts WHERE :campaign::integer IS NULL OR campaign_id = :campaign GROUP BY 1, 2, 3)
     SELECT sold.id, part.name,
            coalesce(sum(count) FILTER (WHERE NOT is_cancelled), 0)::bigint AS count,
            coalesce(sum(count) FILTER (WHERE is_cancelled), 0)::bigint AS cancelled,
            coalesce(sum(price * exchange_rate) FILTER (WHERE NOT is_cancelled), 0) AS price,
            coalesce(sum(cost * exchange_rate) FILTER (WHERE NOT is_cancelled), 0) AS cost
     FROM sold JOIN currencies ON currencies.id = currency_id JOIN ${part.table} AS part ON part.id = sold.id
     GROUP BY 1, 2 ORDER BY 1 DESC`,
    { campaign: campaign ?? null },
  );
  return rows;
}

async function campaignName(id: number) {
  const found = await db("campaigns").where({ id }).first("name");
  return found?.name ?? id;
}

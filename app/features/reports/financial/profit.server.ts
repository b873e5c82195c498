import Big from "big.js";
import { db } from "~/db/knex.server";
import { endsOf, idOf } from "~/db/list.server";
import type { CampaignStatus } from "~/features/campaigns/campaign";
import { contract } from "~/features/contracts/contract";
import type { Decimal } from "~/features/money/money.server";
import { signedByMonth } from "~/features/reports/signings.server";
import { addressWith, periodSelectors } from "../address";
import { inDigits, sumOf } from "../figures";
import { type Span, textOfSpan, wholeTime } from "../period";
import { namesPeriod, spanOf } from "../period.server";
import type { Cell, ReportTable } from "../report";
import type { ReadReport } from "../reports.server";
import { type DocumentKind, documentsOf, readCosts } from "./campaign-costs.server";
import { comparison, marginOf, type Outcome } from "./comparison.server";
import { financialReports } from "./financial";
import { difference, exactSum, sumsIn } from "./money.server";

/**
 * Sales with the fees of cancelled ones, and their packages' costs at signing: by campaign, or of one campaign by package. Beside
 * them is what the documents that name a campaign have really cost.
 */
export const profitReport: ReadReport = async ({ params, user }) => {
  const span = namesPeriod(params) ? spanOf(params) : undefined;
  const campaign = idOf(params, "campaign_id", contract.labels);
  const [{ roundSum, formatSum, column, note }, sales, costs] = await Promise.all([
    sumsIn(db),
    readSales(campaign, span),
    readCosts(campaign, span),
  ]);
  /** Each is rounded once; the profit is the difference of the figures beside it. */
  const figuresOf = (some: Sales[]) => {
    const sum = (...names: ("total" | "discount" | "fees" | "cost")[]) =>
      roundSum(exactSum(some.flatMap((one) => names.map((name) => one[name]))));
    const [price, discount, fees, cost] = [
      sum("total", "discount"),
      sum("discount"),
      sum("fees"),
      sum("cost"),
    ];
    const income = Big(price).minus(discount).plus(fees).toNumber();
    const profit = difference(income, cost);
    return { price, discount, fees, cost, profit, margin: marginOf(profit, income) };
  };
  const whole = figuresOf(sales);
  const [count, cancelled] = [sumOf(sales, "count"), sumOf(sales, "cancelled")];
  const cells = ({ price, discount, fees, cost, profit, margin }: typeof whole): Cell[] => [
    price,
    discount,
    fees,
    cost,
    profit,
    margin,
  ];
  const address = (id: number) =>
    addressWith(financialReports.path, params, periodSelectors, { report: "profit", campaign_id: id });
  const campaignIds = campaign
    ? [campaign]
    : [...sales.map(({ id }) => id), ...costs.map(({ campaign_id }) => campaign_id)];
  const campaigns: NamedCampaign[] = await db("campaigns")
    .whereIn("id", campaignIds)
    .orderBy("id", "desc")
    .select("id", "name", "status");
  const outcomes = campaigns.map(({ id, name, status }): Outcome => {
    const own = campaign ? sales : sales.filter((one) => one.id === id);
    const spent = costs.filter(({ campaign_id }) => campaign_id === id);
    return {
      name,
      href: campaign ? "#documents" : `${address(id)}#documents`,
      status,
      count: sumOf(own, "count"),
      income: exactSum(own.flatMap(({ total, fees }) => [total, fees])),
      planned: exactSum(own.map(({ cost }) => cost)),
      actual: exactSum(spent.map(({ amount }) => amount)),
    };
  });

  return {
    span,
    lead: [span ? textOfSpan(span) : wholeTime, campaign && `حملة: ${campaigns[0]?.name ?? campaign}`]
      .filter(Boolean)
      .join("، "),
    notes: [
      note,
      "العقود بحسب تاريخ توقيعها. الربح سعر العقد بعد خصمه ناقص تكلفة باقته يوم توقيعه، والعقود الملغاة تعد ولا يدخل منها إلا رسم إلغائها في يومه. هامش الربح نسبته إلى الأسعار بعد الخصم مع الرسوم.",
    ],
    figures: [
      { label: `أسعار العقود (${inDigits(count)})`, value: formatSum(whole.price) },
      ...(whole.discount ? [{ label: "الخصومات", value: formatSum(whole.discount) }] : []),
      ...(whole.fees ? [{ label: "رسوم الإلغاء", value: formatSum(whole.fees) }] : []),
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
          column("الخصومات"),
          column("رسوم الإلغاء"),
          column("التكلفة"),
          column("الربح"),
          { label: "الهامش", kind: "percent" },
        ],
        rows: sales.map((one) => [
          campaign ? one.name : { value: one.name, href: address(one.id) },
          one.count,
          one.cancelled,
          ...cells(figuresOf([one])),
        ]),
        total: ["المجموع", count, cancelled, ...cells(whole)],
        chart: { kind: "bars", of: [3, 6] },
      },
      comparison(outcomes, column, roundSum),
      ...(campaign ? [documents(campaign)] : []),
    ],
  };

  /** The documents that name the campaign, by their kinds, with the lists that show them. */
  function documents(id: number): ReportTable {
    const kinds = Object.entries(documentsOf(user, id, span)) as [
      DocumentKind,
      { name: string; href?: string },
    ][];
    const rows = kinds.map(([kind, { name, href }]): [string, Cell, number] => {
      const { count = 0, amount = "0" } = costs.find((one) => one.kind === kind) ?? {};
      return [name, { value: count, href }, roundSum(amount)];
    });
    return {
      id: "documents",
      title: "مستندات الحملة",
      columns: [{ label: "المستندات" }, { label: "العدد", kind: "count" }, column("المبلغ")],
      rows,
      total: ["المجموع", sumOf(costs, "count"), roundSum(exactSum(costs.map(({ amount }) => amount)))],
    };
  }
};

type NamedCampaign = { id: number; name: string; status: CampaignStatus };

type Sales = {
  id: number;
  name: string;
  count: number;
  cancelled: number;
  /** After the discount. In the default currency, as the others are. */
  total: Decimal;
  discount: Decimal;
  /** Kept of cancelled contracts, by the day of cancelling. */
  fees: Decimal;
  cost: Decimal;
};

/**
 * The sales of each campaign, the newest first, or of each package of one campaign. They are of the contracts signed, and of the
 * fees of those cancelled, in a period, or of all.
 */
async function readSales(campaign: number | undefined, span: Span | undefined): Promise<Sales[]> {
  const part = campaign ? { id: "package_id", table: "packages" } : { id: "campaign_id", table: "campaigns" };
  const { rows } = await db.raw<{ rows: Sales[] }>(
    `WITH sold AS (
       SELECT ${part.id} AS id, currency_id, stands(status) AS stands, sum(count) AS count,
              sum(total_amount) AS total, sum(package_cost) AS cost, 0 AS discount, 0 AS fees
       FROM ${signedByMonth()} AS signed WHERE :campaign::integer IS NULL OR campaign_id = :campaign GROUP BY 1, 2, 3
       UNION ALL
       SELECT ${part.id}, currency_id, true, 0, 0, 0, sum(discount_amount), 0
       FROM contracts WHERE discounted_on IS NOT NULL AND stands(status) AND contract_date BETWEEN :from AND :to
         AND (:campaign::integer IS NULL OR campaign_id = :campaign) GROUP BY 1, 2
       UNION ALL
       SELECT ${part.id}, currency_id, false, 0, 0, 0, 0, sum(cancellation_fee)
       FROM contracts WHERE cancellation_fee > 0 AND cancelled_on BETWEEN :from AND :to
         AND (:campaign::integer IS NULL OR campaign_id = :campaign) GROUP BY 1, 2)
     SELECT sold.id, part.name,
            coalesce(sum(count) FILTER (WHERE stands), 0)::bigint AS count,
            coalesce(sum(count) FILTER (WHERE NOT stands), 0)::bigint AS cancelled,
            coalesce(sum(total * exchange_rate) FILTER (WHERE stands), 0) AS total,
            coalesce(sum(discount * exchange_rate), 0) AS discount,
            coalesce(sum(fees * exchange_rate), 0) AS fees,
            -- a cost was divided by a rate, and comes back a hair beside what it was
            coalesce(round(sum(cost * exchange_rate) FILTER (WHERE stands), 15), 0) AS cost
     FROM sold JOIN currencies ON currencies.id = currency_id JOIN ${part.table} AS part ON part.id = sold.id
     GROUP BY 1, 2 ORDER BY 1 DESC`,
    { campaign: campaign ?? null, ...endsOf(span ?? {}) },
  );
  return rows;
}

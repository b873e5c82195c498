import Big from "big.js";
import { db } from "~/db/knex.server";
import { idOf } from "~/db/list.server";
import type { CampaignStatus } from "~/features/campaigns/campaign";
import { closingOf } from "~/features/closing/closings.server";
import { contract } from "~/features/contracts/contract";
import { addressWith, periodSelectors } from "../address";
import { inDigits, sumOf } from "../figures";
import { textOfSpan, wholeTime } from "../period";
import { namesPeriod, spanOf } from "../period.server";
import type { Cell, ReportTable } from "../report";
import type { ReadReport } from "../reports.server";
import { noSales, readSales, type Sales } from "../sales.server";
import { netLabel, salesColumns, salesNote } from "../sales-columns";
import { type DocumentKind, documentsOf, readCosts } from "./campaign-costs.server";
import { comparison, marginOf, type Outcome } from "./comparison.server";
import { financialReports } from "./financial";
import { difference, exactSum, sumsIn } from "./money.server";

/**
 * Sales, by the days of their entries, and their packages' costs at signing: by campaign, or of one campaign by package. Beside them is what
 * the documents that name a campaign have really cost.
 */
export const profitReport: ReadReport = async ({ params, user }) => {
  const span = namesPeriod(params) ? spanOf(params) : undefined;
  const campaign = idOf(params, "campaign_id", contract.labels);
  const [{ roundSum, formatSum, column, conversion }, all, costs, closing] = await Promise.all([
    sumsIn(db),
    readSales(span ?? {}, { unit: "month", campaign }),
    readCosts(campaign, span),
    closingOf(db, span?.to),
  ]);
  const [whole = noSales] = all.filter(({ by }) => by === "all");
  const sales = all
    .filter(({ by }) => by === (campaign ? "package" : "campaign"))
    .sort((one, other) => Number(other.id) - Number(one.id));
  const { labels, cells: saleCells } = salesColumns([whole, ...sales]);
  /** Each is rounded once; the profit is the difference of the figures beside it. */
  const figuresOf = (one: Sales) => {
    const figures = saleCells(one, roundSum);
    const net = figures.at(-1) ?? 0;
    const cost = roundSum(one.cost);
    const profit = difference(net, cost);
    return { figures, cost, profit, margin: marginOf(profit, net) };
  };
  const cells = (one: Sales): Cell[] => {
    const { figures, cost, profit, margin } = figuresOf(one);
    return [one.signed_count, one.cancelled_count, ...figures, cost, profit, margin];
  };
  const { figures, cost, profit, margin } = figuresOf(whole);
  /** As `figuresOf` has them, but for the costs, which are rounded once with what is added to them. */
  const soldOf = (one: Sales) => ({
    count: one.signed_count - one.cancelled_count,
    income: Big(figuresOf(one).figures.at(-1) ?? 0),
    planned: exactSum([one.cost]),
  });
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
    const own = campaign ? whole : (sales.find((one) => one.id === id) ?? noSales);
    const spent = costs.filter(({ campaign_id }) => campaign_id === id);
    return {
      name,
      href: campaign ? "#documents" : `${address(id)}#documents`,
      status,
      ...soldOf(own),
      actual: exactSum(spent.map(({ amount }) => amount)),
    };
  });

  return {
    span,
    lead: [span ? textOfSpan(span) : wholeTime, campaign && `حملة: ${campaigns[0]?.name ?? campaign}`]
      .filter(Boolean)
      .join("، "),
    notes: [
      ...(closing ? [closing] : []),
      `${salesNote} ${conversion}`,
      "التكلفة تكلفة الباقة يوم توقيع العقد، وترفع عن العقد الملغى يوم إلغائه. الربح صافي المبيعات ناقص التكلفة، وهامش الربح نسبته إلى صافي المبيعات.",
    ],
    figures: [
      { label: `${labels[0]} (${inDigits(whole.signed_count)})`, value: formatSum(figures[0] ?? 0) },
      ...(labels.length > 1 ? [{ label: netLabel, value: formatSum(figures.at(-1) ?? 0) }] : []),
      { label: "تكلفة الباقات", value: formatSum(cost) },
      { label: "الربح", value: formatSum(profit) },
      { label: "هامش الربح", value: margin === null ? "—" : `${margin}%` },
    ],
    tables: [
      {
        title: campaign ? "بحسب الباقة" : "بحسب الحملة",
        columns: [
          { label: campaign ? "الباقة" : "الحملة" },
          { label: "الموقعة", kind: "count" },
          { label: "الملغاة", kind: "count" },
          ...labels.map(column),
          column("التكلفة"),
          column("الربح"),
          { label: "الهامش", kind: "percent" },
        ],
        rows: sales.map((one) => [
          campaign ? one.name : { value: one.name, href: address(one.id ?? 0) },
          ...cells(one),
        ]),
        total: ["المجموع", ...cells(whole)],
        chart: { kind: "bars", of: [2 + labels.length, 3 + labels.length] },
      },
      comparison(outcomes, soldOf(whole), column, roundSum),
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

import type { Office } from "./office";

/** The campaign with lines of its own; the office's count for the others. */
const ofCampaign = "حملة حج ضيوف الرحمن";

const officeLines = [
  { days: 60, kind: "percent", amount: "10" },
  { days: 30, kind: "percent", amount: "25" },
  { days: 7, kind: "percent", amount: "100" },
];

/** Says what a cancelling costs by the days before the departure. */
export async function setFees({ trx, id }: Office) {
  const campaign_id = id("campaigns", ofCampaign);
  await trx("company_fee_lines").insert(officeLines.map((line) => ({ company_id: true, ...line })));
  await trx("campaign_fee_lines").insert([
    { campaign_id, days: 90, kind: "sum", amount: "500", currency_id: id("currencies", "SAR") },
    { campaign_id, days: 45, kind: "percent", amount: "30" },
    { campaign_id, days: 15, kind: "percent", amount: "100" },
  ]);
}

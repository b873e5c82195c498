import { useHolds } from "~/ui/page/links";

/** A link from a campaign to its profit, for users who may see reports. */
export function ProfitLink({ of }: { of: number }) {
  if (!useHolds("view_reports")) return null;
  return <a href={`/reports/financial?report=profit&campaign_id=${of}`}>الربح</a>;
}

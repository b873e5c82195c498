import { useLoaderData } from "@remix-run/react";
import { choiceOf, orRefusal } from "~/db/list.server";
import { campaignFilter } from "~/features/campaigns/campaigns.server";
import { screen } from "~/http/screen.server";
import { FilterOffer } from "~/ui/page/filter-bar";
import { periodLabels, wholeTime } from "../period";
import { PeriodSelector } from "../period-selector";
import { type ReportTitle, titleOf } from "../report";
import { ReportsPage, Samples } from "../reports-page";
import { financialReports } from "./financial";
import { financial } from "./reports.server";
import { financialSamples, type SamplePeriod } from "./samples";

export const meta = ({ data }: { data?: Partial<ReportTitle> }) => [
  { title: titleOf(financialReports, data) },
];

const { free: _, ...samplePeriodLabels } = periodLabels;
const samplePeriods = Object.keys(samplePeriodLabels) as [SamplePeriod, ...SamplePeriod[]];

const selector = { label: "الفترة", name: "period", choices: samplePeriodLabels };

export const loader = screen(["view_reports"], async (visit) => {
  const { searchParams } = visit.url;
  if (searchParams.get("tab") !== "sample") {
    const [shown, offers] = await Promise.all([financial.readPage(visit), campaignFilter(searchParams)]);
    return { ...shown, offers, sample: undefined };
  }
  const { result, refusal } = await orRefusal(
    async () => choiceOf(searchParams, "period", samplePeriods) ?? "monthly",
  );
  return { sample: result ?? null, refusal, name: undefined, report: undefined, offers: undefined };
});

export default function FinancialReports() {
  const { sample, name, report, refusal, offers } = useLoaderData<typeof loader>();
  const { path } = financialReports;
  return (
    <ReportsPage
      family={financialReports}
      {...{ name, report, refusal }}
      selectors={
        name &&
        name !== "commissions" && (
          <PeriodSelector
            path={path}
            report={name}
            span={report?.span}
            whole={name === "profit" ? wholeTime : undefined}
          >
            {name === "profit" && offers && (
              <FilterOffer name="campaign_id" label="الحملة" offer={offers.campaign_id} />
            )}
          </PeriodSelector>
        )
      }
      samples={
        sample !== undefined && (
          <Samples {...{ path, refusal }} by={selector} current={sample} samples={financialSamples} />
        )
      }
    />
  );
}

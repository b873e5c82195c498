import { useLoaderData } from "@remix-run/react";
import { choiceOf, orRefusal } from "~/db/list.server";
import { campaignChoices } from "~/features/campaigns/campaigns.server";
import { screen } from "~/http/screen.server";
import { FilterSelect } from "~/ui/filter-bar";
import { periodLabels } from "../period";
import { PeriodSelector } from "../period-selector";
import { ReportsPage, Samples, Selectors } from "../reports-page";
import { financialReports } from "./financial";
import { financial } from "./reports.server";
import { financialSamples, type SamplePeriod } from "./samples";

export const meta = () => [{ title: financialReports.title }];

const { free: _, ...samplePeriodLabels } = periodLabels;
const samplePeriods = Object.keys(samplePeriodLabels) as [SamplePeriod, ...SamplePeriod[]];

export const loader = screen(["view_reports"], async (visit) => {
  const { searchParams } = visit.url;
  if (searchParams.get("tab") !== "sample") {
    const [shown, campaigns] = await Promise.all([financial.shown(visit), campaignChoices()]);
    return { ...shown, campaigns, sample: undefined };
  }
  const { result, refusal } = await orRefusal(
    async () => choiceOf(searchParams, "period", samplePeriods) ?? "monthly",
  );
  return { sample: result ?? null, refusal, name: undefined, report: undefined, campaigns: [] };
});

export default function FinancialReports() {
  const { sample, name, report, refusal, campaigns } = useLoaderData<typeof loader>();
  const { path } = financialReports;
  return (
    <ReportsPage
      family={financialReports}
      name={name}
      report={report}
      refusal={refusal}
      selectors={
        name === "profit" ? (
          <Selectors path={path} report={name}>
            <FilterSelect name="campaign_id" label="الحملة" choices={campaigns} />
          </Selectors>
        ) : (
          name && <PeriodSelector path={path} report={name} span={report?.span} />
        )
      }
      samples={
        sample !== undefined && (
          <Samples
            path={path}
            label="الفترة"
            name="period"
            choices={samplePeriodLabels}
            chosen={sample}
            samples={financialSamples}
            refusal={refusal}
          />
        )
      }
    />
  );
}

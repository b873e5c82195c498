import { useLoaderData } from "@remix-run/react";
import { choiceOf, orRefusal } from "~/db/list.server";
import { screen } from "~/http/screen.server";
import { periodLabels } from "../period";
import { PeriodSelector } from "../period-selector";
import { ReportsPage, Samples } from "../reports-page";
import { financialReports } from "./financial";
import { financial } from "./reports.server";
import { financialSamples, type SamplePeriod } from "./samples";

export const meta = () => [{ title: financialReports.title }];

const { free: _, ...samplePeriodLabels } = periodLabels;
const samplePeriods = Object.keys(samplePeriodLabels) as [SamplePeriod, ...SamplePeriod[]];

export const loader = screen(["view_reports"], async (visit) => {
  const { searchParams } = visit.url;
  if (searchParams.get("tab") !== "sample") return { ...(await financial.shown(visit)), sample: undefined };
  const { result, refusal } = await orRefusal(
    async () => choiceOf(searchParams, "period", samplePeriods) ?? "monthly",
  );
  return { sample: result ?? null, refusal, name: undefined, report: undefined };
});

export default function FinancialReports() {
  const { sample, name, report, refusal } = useLoaderData<typeof loader>();
  return (
    <ReportsPage
      family={financialReports}
      name={name}
      report={report}
      refusal={refusal}
      selectors={name && <PeriodSelector path={financialReports.path} report={name} span={report?.span} />}
      samples={
        sample !== undefined && (
          <Samples
            path={financialReports.path}
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

import { useLoaderData } from "@remix-run/react";
import { choiceOf, orRefusal } from "~/db/list.server";
import { screen } from "~/http/screen.server";
import { RefusedFilter } from "~/ui/page";
import { periodLabels } from "../period";
import { PeriodSelector } from "../period-selector";
import { Choices, ReportsPage, Samples } from "../reports-page";
import { financialReports } from "./financial";
import { financial } from "./reports.server";
import { financialSamples, type SamplePeriod } from "./samples";

export const meta = () => [{ title: financialReports.title }];

const samplePeriods = Object.keys(financialSamples) as [SamplePeriod, ...SamplePeriod[]];

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
      samples={sample !== undefined && <SamplesTab period={sample} refusal={refusal} />}
    />
  );
}

function SamplesTab({ period, refusal }: { period: SamplePeriod | null; refusal?: string }) {
  const selector = (
    <Choices
      label="الفترة"
      choices={samplePeriods.map((choice) => ({
        label: periodLabels[choice],
        href: `${financialReports.path}?tab=sample&period=${choice}`,
        isChosen: choice === period,
      }))}
    />
  );
  return period ? (
    <Samples report={financialSamples[period]}>{selector}</Samples>
  ) : (
    <>
      {selector}
      <RefusedFilter refusal={refusal ?? ""} />
    </>
  );
}

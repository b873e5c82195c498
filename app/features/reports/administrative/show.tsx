import { useLoaderData } from "@remix-run/react";
import { choiceOf, orRefusal, type Period } from "~/db/list.server";
import { officeToday } from "~/domain/office-day.server";
import { screen } from "~/http/screen.server";
import { FilterPeriod } from "~/ui/page/filter-bar";
import { type ReportTitle, titleOf } from "../report";
import { Choices, ReportsPage, Samples, Selectors } from "../reports-page";
import { type AdministrativeReport, administrativeReports } from "./administrative";
import { periodOfAddress } from "./period-text.server";
import { administrative } from "./reports.server";
import { administrativeSamples } from "./samples";

const { path, reports } = administrativeReports;
const names = Object.keys(reports) as [AdministrativeReport, ...AdministrativeReport[]];

export const meta = ({ data }: { data?: Partial<ReportTitle> }) => [
  { title: titleOf(administrativeReports, data) },
];

const selector = { label: "التقارير", name: "report", choices: reports };

export const loader = screen(["view_reports"], async (visit) => {
  const { searchParams } = visit.url;
  if (searchParams.get("tab") === "sample") {
    const { result, refusal } = await orRefusal(
      async () => choiceOf(searchParams, "report", names) ?? names[0],
    );
    return {
      sample: result ?? null,
      refusal,
      name: undefined,
      report: undefined,
      period: undefined,
      today: "",
    };
  }
  const { result: period } = await orRefusal(async () => periodOfAddress(searchParams));
  return { ...(await administrative.readPage(visit)), period, today: officeToday(), sample: undefined };
});

export default function AdministrativeReports() {
  const { sample, name, report, refusal, period, today } = useLoaderData<typeof loader>();
  return (
    <ReportsPage
      family={administrativeReports}
      {...{ name, report, refusal }}
      selectors={name && <Selector report={name} period={period} today={today} />}
      samples={
        sample !== undefined && (
          <Samples {...{ path, refusal }} by={selector} current={sample} samples={administrativeSamples} />
        )
      }
    />
  );
}

/** The selector of a period: any two days, and links to the most common periods. */
function Selector({
  report,
  period,
  today,
}: {
  report: AdministrativeReport;
  period?: Period;
  today: string;
}) {
  const year = Number(today.slice(0, 4));
  const usual = [
    { label: "هذا الشهر", from: `${today.slice(0, 7)}-01`, to: today },
    { label: "هذه السنة", from: `${year}-01-01`, to: today },
    { label: "السنة الماضية", from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
    { label: "كل المدة", from: "", to: "" },
  ];
  return (
    <>
      <Choices
        label="الفترة"
        choices={usual.map(({ label, from, to }) => ({
          label,
          href: `${path}?${new URLSearchParams({ report, from, to })}`,
          isChosen: period !== undefined && (period.from ?? "") === from && (period.to ?? "") === to,
        }))}
      />
      <Selectors path={path} report={report}>
        <FilterPeriod period={period} />
      </Selectors>
    </>
  );
}

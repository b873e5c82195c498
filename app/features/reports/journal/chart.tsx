import { useLoaderData, useLocation } from "@remix-run/react";
import { screen } from "~/http/screen.server";
import { ExportLinks } from "~/ui/page/export-links";
import { ButtonLink } from "~/ui/page/links";
import { Page } from "~/ui/page/page";
import { SaveView } from "~/ui/page/save-view";
import { Sentence } from "~/ui/page/sentence";
import { addressWith, periodSelectors } from "../address";
import { PeriodSelector } from "../period-selector";
import { type ReportTitle, titleOf } from "../report";
import { ReportBody } from "../report-body";
import { RefusedReport } from "../report-refusal";
import { Choices } from "../reports-page";
import { useSearchOf } from "./address";
import { chart, journal } from "./journal";
import { mayNumber } from "./numbers.server";
import { books } from "./trial.server";

export const meta = ({ data }: { data?: Partial<ReportTitle> }) => [{ title: titleOf(chart, data) }];

export const loader = screen(["view_reports"], async (visit) => ({
  ...(await books.readPage(visit)),
  mayNumber: mayNumber(visit.user),
}));

/** The trial balance, and the office's account numbers (books.md, rule 11). */
export default function Chart() {
  const { name, report, refusal, mayNumber } = useLoaderData<typeof loader>();
  const { path, reports, title } = chart;
  const address = new URLSearchParams(useLocation().search);
  const { search, period } = useSearchOf(report?.span);
  return (
    <Page
      title={title}
      lead={report?.lead && <Sentence text={report.lead} />}
      actions={
        <>
          {mayNumber && (
            <a className={name === "accounts" ? "button primary" : "button"} href={`${path}/edit`}>
              تعديل أرقام الحسابات
            </a>
          )}
          <ButtonLink href={journal.path + period}>{journal.title}</ButtonLink>
          {report && (
            <>
              <ButtonLink href={`${path}/print${search}`}>طباعة</ButtonLink>
              <ExportLinks path={path} search={search} />
            </>
          )}
        </>
      }
    >
      <Choices
        label="التقارير"
        choices={Object.entries(reports).map(([report, label]) => ({
          label,
          href: addressWith(path, address, periodSelectors, { report }),
          isChosen: report === name,
        }))}
      />
      {name === "trial" && <PeriodSelector path={path} report={name} span={report?.span} keep={[]} />}
      {refusal && <RefusedReport path={path} refusal={refusal} />}
      {report && <ReportBody report={report} />}
      <SaveView />
    </Page>
  );
}

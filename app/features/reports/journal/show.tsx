import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { screen } from "~/http/screen.server";
import { turnForPage } from "~/http/turns.server";
import { ExportLinks } from "~/ui/page/export-links";
import { FilterSelect, FilterText } from "~/ui/page/filter-bar";
import { ButtonLink } from "~/ui/page/links";
import { Page } from "~/ui/page/page";
import { SaveView } from "~/ui/page/save-view";
import { Sentence } from "~/ui/page/sentence";
import { PeriodSelector } from "../period-selector";
import { ReportBody } from "../report-body";
import { RefusedReport } from "../report-refusal";
import { forPage } from "../reports.server";
import { chartRows } from "./accounts.server";
import { useSearchOf } from "./address";
import { chart, journal } from "./journal";
import { readJournal } from "./journal.server";

export const meta = ({ data }: { data?: { report?: { lead?: string } } }) => [
  { title: [journal.title, data?.report?.lead].filter(Boolean).join(" – ") },
];

/** An office of more accounts types a number. */
const mostChoices = 200;

export const loader = screen(["view_reports"], async (visit) => {
  await turnForPage(visit);
  const { result, refusal } = await readJournal({ params: visit.url.searchParams, user: visit.user });
  const accounts = await chartRows(db);
  return {
    report: result && forPage(visit, result),
    refusal,
    accounts:
      accounts.length <= mostChoices &&
      accounts.map(({ key, number, name }): [string, string] => [key, `${number} ${name}`]),
  };
});

/** The accountant's journal: balanced lines of a period (books.md, rule 11). */
export default function Journal() {
  const { report, refusal, accounts } = useLoaderData<typeof loader>();
  const { path, title } = journal;
  const { search, period } = useSearchOf(report?.span);
  return (
    <Page
      title={title}
      lead={report?.lead && <Sentence text={report.lead} />}
      actions={
        <>
          <ButtonLink href={chart.path + period}>{chart.reports.trial}</ButtonLink>
          {report && (
            <>
              <ButtonLink href={`${path}/print${search}`}>طباعة</ButtonLink>
              <ExportLinks path={path} search={search} />
            </>
          )}
        </>
      }
    >
      <PeriodSelector path={path} span={report?.span} keep={["account", "search"]}>
        <FilterText name="search" label="رقم قيد أو مستند، أو طرف" />
        {accounts ? (
          <FilterSelect name="account" label="الحساب" choices={accounts} />
        ) : (
          <FilterText name="account" label="رقم الحساب" />
        )}
      </PeriodSelector>
      {refusal && <RefusedReport path={path} refusal={refusal} />}
      {report && <ReportBody report={report} />}
      <SaveView />
    </Page>
  );
}

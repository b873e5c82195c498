import { useLocation } from "@remix-run/react";
import { Fact } from "~/ui/page/page";
import { Sentence } from "~/ui/page/sentence";
import { type CompanyHead, PrintBar, PrintSheet } from "~/ui/print-sheet";
import type { PageReport, ReportFamily } from "./report";
import { ReportBody } from "./report-body";
import { RefusedReport } from "./report-refusal";

/** A printed report. @param wide lays it on paper in landscape */
export function PrintedReport<Name extends string>({
  family,
  name,
  report,
  refusal,
  today,
  company,
  wide,
}: {
  family: ReportFamily<Name>;
  name?: Name;
  report?: PageReport;
  refusal?: string;
  today: string;
  company: CompanyHead;
  wide?: boolean;
}) {
  const { search } = useLocation();
  return (
    <main className={wide ? "wide-sheet" : undefined}>
      <PrintBar back={family.path + search} after={50} />
      <PrintSheet
        company={company}
        title={name ? `تقرير ${family.reports[name]}` : family.title}
        number={today}
        about={report?.lead}
        signatures={[]}
      >
        {report?.lead && (
          <dl className="facts mb-4">
            <Fact label="الفترة">
              <Sentence text={report.lead} />
            </Fact>
          </dl>
        )}
        {refusal && <RefusedReport path={family.path} refusal={refusal} />}
        {report && <ReportBody report={report} onPaper />}
      </PrintSheet>
    </main>
  );
}

import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ExportLinks } from "~/ui/page/export-links";
import { GetForm } from "~/ui/page/get-form";
import { ButtonLink } from "~/ui/page/links";
import { Badge, Page } from "~/ui/page/page";
import { SaveView } from "~/ui/page/save-view";
import { Sentence } from "~/ui/page/sentence";
import { addressWith, periodSelectors } from "./address";
import type { PageReport, Report, ReportFamily } from "./report";
import { Content, ReportBody } from "./report-body";
import { RefusedReport } from "./report-refusal";

/**
 * The screen of a family of reports: tabs for the live reports and the samples, a link for each report, its selectors, and
 * its content.
 * @param samples the tab of samples, if the address names it
 */
export function ReportsPage<Name extends string>({
  family,
  name,
  report,
  refusal,
  selectors,
  samples,
}: {
  family: ReportFamily<Name>;
  name?: Name;
  report?: PageReport;
  refusal?: string;
  selectors?: ReactNode;
  samples?: ReactNode;
}) {
  const { search } = useLocation();
  const address = new URLSearchParams(refusal ? "" : search);
  if (address.get("period") === "free") address.delete("period"); // its two days imply it, and samples have no free period
  const ofTab = (tab?: string) => addressWith(family.path, address, tabSelectors, { tab });
  return (
    <Page
      title={family.title}
      lead={report?.lead && <Sentence text={report.lead} />}
      actions={
        report && (
          <>
            <ButtonLink href={`${family.path}/print${search}`}>طباعة</ButtonLink>
            <ExportLinks path={family.path} search={search} />
          </>
        )
      }
    >
      <nav className="tabs" aria-label="نوع البيانات">
        <a href={ofTab()} aria-current={samples ? undefined : "page"}>
          بيانات المكتب
        </a>
        <a href={ofTab("sample")} aria-current={samples ? "page" : undefined}>
          بيانات نموذجية
        </a>
      </nav>
      {samples || (
        <>
          <Choices
            label="التقارير"
            choices={(Object.entries(family.reports) as [Name, string][]).map(([choice, label]) => ({
              label,
              href: addressWith(family.path, address, periodSelectors, { report: choice }),
              isChosen: choice === name,
            }))}
          />
          {selectors}
          {refusal && <RefusedReport path={family.path} refusal={refusal} />}
          {report && <ReportBody report={report} />}
          <SaveView />
        </>
      )}
    </Page>
  );
}

/** The parameters that the tabs of live reports and samples pass to each other. */
const tabSelectors = ["report", "campaign_id", ...periodSelectors];

/** A choice among a few addresses, such as reports or periods. */
export function Choices({
  label,
  choices,
}: {
  label: string;
  choices: { label: string; href: string; isChosen: boolean }[];
}) {
  return (
    <nav className="choices" aria-label={label}>
      {choices.map(({ label, href, isChosen }) => (
        <a key={href} href={href} aria-current={isChosen ? "page" : undefined} data-stay="">
          {label}
        </a>
      ))}
    </nav>
  );
}

/** A report's filters: a form whose fields become the address. */
export function Selectors({
  path,
  report,
  children,
}: {
  path: string;
  report?: string;
  children: ReactNode;
}) {
  const { key } = useLocation();
  return (
    <GetForm className="filters" role="search" action={path} address={key}>
      {report && <input type="hidden" name="report" value={report} />}
      {children}
      <button className="button" type="submit">
        عرض
      </button>
    </GetForm>
  );
}

/** The fixed samples of spec §1, which are not the office's figures. A selector shows one at a time. */
export function Samples<Choice extends string>({
  path,
  by: { label, name, choices },
  current,
  samples,
  refusal,
}: {
  path: string;
  /** The selector, and its parameter's name in the address. */
  by: { label: string; name: string; choices: Record<Choice, string> };
  /** Null if the address names an unknown one; `refusal` says so. */
  current: Choice | null;
  samples: Record<Choice, Report>;
  refusal?: string;
}) {
  const all = Object.keys(choices) as Choice[];
  const address = new URLSearchParams(useLocation().search);
  return (
    <>
      <Choices
        label={label}
        choices={all.map((choice) => ({
          label: choices[choice],
          href: addressWith(path, address, tabSelectors, { tab: "sample", [name]: choice }),
          isChosen: choice === current,
        }))}
      />
      {current ? (
        <>
          <p className="report-note">
            <Badge tone="gold">بيانات نموذجية</Badge> أرقام ثابتة للعرض، ليست من سجلات المكتب.
          </p>
          <Content {...samples[current]} />
        </>
      ) : (
        <RefusedReport path={path} refusal={refusal ?? ""} />
      )}
    </>
  );
}

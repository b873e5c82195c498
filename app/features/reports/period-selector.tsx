import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { later } from "~/domain/dates";
import { FilterDate, FilterPeriod } from "~/ui/page/filter-bar";
import { addressWith } from "./address";
import { isShowable, type PeriodName, periodLabels, type Span } from "./period";
import { Choices, Selectors } from "./reports-page";

/**
 * The selector of a report's period: its kind, a day in it or its two ends, and links to the periods before and after it.
 * @param span undefined if the report is of all times, or the address was refused
 * @param whole the label of the choice of all times, if the report has it
 * @param keep the selectors beside the period that its links keep
 * @param children selectors beside the period
 */
export function PeriodSelector({
  path,
  report,
  span,
  whole,
  keep = ["campaign_id"],
  children,
}: {
  path: string;
  report?: string;
  span?: Span;
  whole?: string;
  keep?: string[];
  children?: ReactNode;
}) {
  const { search } = useLocation();
  const current = new URLSearchParams(search);
  const period = span?.period ?? current.get("period") ?? "";
  const on = span?.on ?? current.get("on") ?? "";
  const address = (more: Record<string, string>) => addressWith(path, current, keep, { report, ...more });
  const around = (period: string, on: string) => address({ period, ...(on && { on }) });
  const kinds = (Object.entries(periodLabels) as [PeriodName, string][]).map(([name, label]) => ({
    label,
    href:
      name === "free" && span ? address({ period: name, from: span.from, to: span.to }) : around(name, on),
    isChosen: name === period,
  }));
  const [before, after] = span ? [later(span.from, -1), later(span.to, 1)] : [];
  return (
    <>
      <Choices
        label="الفترة"
        choices={whole ? [...kinds, { label: whole, href: address({}), isChosen: !period }] : kinds}
      />
      <Selectors path={path} report={report}>
        {period && <input type="hidden" name="period" value={period} />}
        {children}
        {period === "free" ? (
          <FilterPeriod period={span} />
        ) : (
          period && <FilterDate name="on" label="يوم من الفترة" day={on} />
        )}
      </Selectors>
      {before && after && period !== "free" && (
        <nav className="choices" aria-label="ما قبل الفترة وما بعدها">
          {isShowable(before) && (
            <a href={around(period, before)} data-stay="">
              <span aria-hidden="true">→</span> السابق
            </a>
          )}
          {isShowable(after) && (
            <a href={around(period, after)} data-stay="">
              التالي <span aria-hidden="true">←</span>
            </a>
          )}
        </nav>
      )}
    </>
  );
}

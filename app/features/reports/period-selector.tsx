import { useLocation } from "@remix-run/react";
import { later } from "~/domain/dates";
import { FilterPeriod } from "~/ui/filter-bar";
import { type PeriodName, periodLabels, type Span } from "./period";
import { Choices, Selectors } from "./reports-page";

/** The period of a report: which kind, the day it lies in or its two ends, and the ones before and after it. */
export function PeriodSelector({ path, report, span }: { path: string; report: string; span?: Span }) {
  const { search } = useLocation();
  const asked = new URLSearchParams(search);
  const period = span?.period ?? asked.get("period") ?? "";
  const on = span?.on ?? asked.get("on") ?? "";
  const address = (period: string, on: string) =>
    `${path}?${new URLSearchParams({ report, period, ...(on && { on }) })}`;
  return (
    <>
      <Choices
        label="الفترة"
        choices={(Object.entries(periodLabels) as [PeriodName, string][]).map(([name, label]) => ({
          label,
          href: name === "free" && span ? freeAddress(path, report, span) : address(name, on),
          isChosen: name === period,
        }))}
      />
      <Selectors path={path} report={report}>
        <input type="hidden" name="period" value={period} />
        {period === "free" ? (
          <FilterPeriod />
        ) : (
          <label>
            يوم من الفترة
            <input type="date" name="on" defaultValue={on} />
          </label>
        )}
      </Selectors>
      {span && period !== "free" && (
        <nav className="choices" aria-label="ما قبل الفترة وما بعدها">
          <a href={address(period, later(span.from, -1))} data-stay="">
            → السابق
          </a>
          <a href={address(period, later(span.to, 1))} data-stay="">
            التالي ←
          </a>
        </nav>
      )}
    </>
  );
}

/** The same days as a period of one's own. */
const freeAddress = (path: string, report: string, { from, to }: Span) =>
  `${path}?${new URLSearchParams({ report, period: "free", from, to })}`;

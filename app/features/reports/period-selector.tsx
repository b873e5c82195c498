import { Form, useLocation } from "@remix-run/react";
import { later } from "~/domain/dates";
import { FilterPeriod } from "~/ui/filter-bar";
import { type PeriodName, periodLabels, type Span } from "./period";
import { Choices } from "./reports-page";

/** The period of a report: which kind, the day it lies in or its two ends, and the ones before and after it. */
export function PeriodSelector({ path, report, span }: { path: string; report: string; span?: Span }) {
  const { search, key } = useLocation();
  const asked = new URLSearchParams(search);
  const period = span?.period ?? asked.get("period") ?? "";
  const on = span?.on ?? asked.get("on") ?? "";
  const address = (period: string, on: string) =>
    `${path}?${new URLSearchParams({ report, period, ...(on && { on }) })}`;
  const isFree = period === "free";
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
      <Form className="filters" role="search" action={path} key={key}>
        <input type="hidden" name="report" value={report} />
        <input type="hidden" name="period" value={period} />
        {isFree ? (
          <FilterPeriod />
        ) : (
          <label>
            يوم من الفترة
            <input type="date" name="on" defaultValue={on} />
          </label>
        )}
        <button className="button" type="submit">
          عرض
        </button>
        {span && !isFree && (
          <>
            <a className="button" href={address(period, later(span.from, -1))} data-stay="">
              السابق
            </a>
            <a className="button" href={address(period, later(span.to, 1))} data-stay="">
              التالي
            </a>
          </>
        )}
      </Form>
    </>
  );
}

/** The same days as a period of one's own. */
const freeAddress = (path: string, report: string, { from, to }: Span) =>
  `${path}?${new URLSearchParams({ report, period: "free", from, to })}`;

import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { readAll, rowsOrRefusal, searchOf } from "~/db/list.server";
import { countPhrase, travellerCount } from "~/domain/count-words";
import { dayOf } from "~/domain/hijri";
import { officeToday } from "~/domain/office-day.server";
import { companyHead } from "~/features/company/company.server";
import { readinessTitle } from "~/features/links/handed-papers";
import { readinessPath } from "~/features/links/readiness-link";
import { bedLine } from "~/features/lodging/bed-text";
import { trip } from "~/features/trips/trip";
import { screen } from "~/http/screen.server";
import { turnForPage } from "~/http/turns.server";
import { noteList } from "~/http/whole-lists.server";
import { DayText } from "~/ui/page/day";
import { ExportLinks } from "~/ui/page/export-links";
import { Fact, RefusedFilter } from "~/ui/page/page";
import { DenseTable, PrintBar, PrintSheet } from "~/ui/print-sheet";
import { printTitle } from "~/ui/print-title";
import { CheckCell, Readiness } from "./check-cell";
import {
  type Check,
  checkLabels,
  labelsOf,
  type Pilgrim,
  type WantedState,
  wantedLabelsOf,
} from "./readiness";
import { daysOf, printedPilgrim, readinessOf, type Scope, scopeOf } from "./readiness.server";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  printTitle(data && readinessTitle(data.scope), data?.today.date);

/** The most pilgrims on one printed list. A downloaded sheet has no limit. */
const most = 3000;

/** All pilgrims that match the list's filters. */
export const loader = screen([trip.write], async (visit) => {
  const { search, searchParams } = visit.url;
  const scope = await scopeOf(visit);
  await turnForPage(visit);
  const page = await rowsOrRefusal(async () => {
    const rows: Pilgrim[] = [];
    for await (const batch of readAll(readinessOf(scope, searchParams))) {
      rows.push(...batch);
      if (rows.length > most) break;
    }
    return { rows, shows: filtersOf(scope, searchParams, rows[0]) };
  });
  const count = page.rows.length;
  if (count) await noteList(visit, "printed", { of: "customers", title: readinessTitle(scope), count });
  return {
    scope,
    days: daysOf(scope),
    shows: "",
    ...page,
    rows: page.rows.slice(0, most).map(printedPilgrim),
    isCut: page.rows.length > most,
    search,
    today: dayOf(officeToday()),
    company: await companyHead(db),
  };
});

/** The valid filters of an address, in words. */
function filtersOf(scope: Scope, params: URLSearchParams, first: Pilgrim | undefined) {
  const state = params.get("state") as WantedState | null;
  const check = params.get("check") as Check | null;
  const shows = [
    state && wantedLabelsOf(scope)[state],
    check && checkLabels[check],
    params.get("group_id") && first && (first.group_name ?? "بلا مجموعة"),
    searchOf(params),
  ];
  return shows.filter(Boolean).join("، ");
}

export default function PrintedReadiness() {
  const { scope, days, rows, shows, isCut, refusal, search, today, company } = useLoaderData<typeof loader>();
  const hasGroups = scope.kind !== "group";
  const heads = ["م", "الاسم", ...(hasGroups ? ["المجموعة"] : []), "رقم الهاتف", "الجاهزية"];
  const columns = [...heads, ...scope.checks.map((check) => checkLabels[check])].map((label) => ({ label }));
  return (
    <main className="wide-sheet">
      <PrintBar back={readinessPath(scope.kind, scope.id) + search} after={50}>
        <ExportLinks path={readinessPath(scope.kind, scope.id)} search={search} />
      </PrintBar>
      <PrintSheet company={company} title={readinessTitle(scope)} number={today} signatures={[]}>
        {refusal ? (
          <RefusedFilter refusal={refusal} />
        ) : (
          <>
            <dl className="facts mb-4 grid-cols-2 sm:grid-cols-[auto_1fr_1fr_1fr_1fr]">
              <Fact label="المغادرة والعودة">
                <DayText {...days.departure} /> – <DayText {...days.return} />
              </Fact>
              <Fact label={shows || "الكل"}>
                {rows.length ? countPhrase(rows.length, travellerCount) : "لا أحد"}
              </Fact>
              {(["green", "amber", "red"] as const).map((of) => (
                <Fact key={of} label={labelsOf(scope)[of]}>
                  <bdi>{rows.filter(({ state }) => state === of).length}</bdi>
                </Fact>
              ))}
            </dl>
            {isCut && (
              <p className="mb-3">هؤلاء أول {most.toLocaleString("en-US")}: نزّل ملف Excel للقائمة كلها.</p>
            )}
            <DenseTable label="الجاهزية" columns={columns} rows={rows}>
              {(row, index) => (
                <>
                  <tr>
                    <td>
                      <bdi>{index + 1}</bdi>
                    </td>
                    <td>{row.name}</td>
                    {hasGroups && <td className="group">{row.group_name ?? "بلا مجموعة"}</td>}
                    <td className="code">
                      <bdi dir="ltr">{row.phone}</bdi>
                    </td>
                    <td>
                      <Readiness {...row} />
                    </td>
                    {scope.checks.map((check) => (
                      <td key={check}>
                        <CheckCell row={row} check={check} />
                      </td>
                    ))}
                  </tr>
                  {row.stays.length > 0 && (
                    <tr className="beneath">
                      <td />
                      <td colSpan={columns.length - 1}>السكن: {row.stays.map(bedLine).join("، ")}</td>
                    </tr>
                  )}
                </>
              )}
            </DenseTable>
          </>
        )}
      </PrintSheet>
    </main>
  );
}

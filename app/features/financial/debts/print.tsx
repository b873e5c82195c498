import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { rowsOrRefusal } from "~/db/list.server";
import { dayOf } from "~/domain/hijri";
import { officeToday } from "~/domain/office-day.server";
import { companyHead } from "~/features/company/company.server";
import { screen } from "~/http/screen.server";
import { turnForPage } from "~/http/turns.server";
import { noteList } from "~/http/whole-lists.server";
import { ExportLinks } from "~/ui/page/export-links";
import { MoneyFact } from "~/ui/page/facts";
import { RefusedFilter } from "~/ui/page/page";
import type { Column } from "~/ui/page/table";
import { DenseTable, PrintBar, PrintSheet } from "~/ui/print-sheet";
import { printTitle } from "~/ui/print-title";
import { depositColumns, figureColumns } from "./columns";
import { ageLabels, ageNames, ages, type Debt } from "./debt";
import { firstDebts } from "./debts.server";
import { debtKinds, debtListOf, screenListOf } from "./kinds";

export const meta: MetaFunction<typeof loader> = ({ data }) => printTitle(data?.title, data?.day.date);

/** The most rows on one printed list. A downloaded sheet has no limit. */
const most = 3000;

export const loader = screen(["manage_financials"], async (visit) => {
  const { search, searchParams } = visit.url;
  const { list, kind, title, path } = screenListOf(visit.params, searchParams);
  await turnForPage(visit);
  const page = await rowsOrRefusal(async () =>
    firstDebts(debtListOf(visit.params, searchParams).kind, searchParams, most + 1, list),
  );
  if (page.rows.length)
    await noteList(visit, "printed", { of: kind, title, count: Math.min(page.rows.length, most) });
  const age = searchParams.get("age") as keyof typeof ageLabels | null;
  return {
    list,
    kind,
    title,
    path,
    figures: undefined,
    ...page,
    rows: page.rows.slice(0, most),
    isCut: page.rows.length > most,
    shows: list === "debts" ? (age && ageLabels[age]) || "المستحق" : "الصافي لهم",
    search,
    day: dayOf("figures" in page ? page.figures.day : officeToday()),
    company: await companyHead(db),
  };
});

export default function PrintedDebts() {
  const { list, kind, title, path, figures, rows, isCut, shows, refusal, search, day, company } =
    useLoaderData<typeof loader>();
  const { party } = debtKinds[kind];
  const columns: Column<Debt>[] = [
    { label: party, cell: ({ name }) => name },
    { label: "رقم الهاتف", kind: "code", cell: ({ phone }) => <bdi dir="ltr">{phone}</bdi> },
    ...(list === "debts" ? figureColumns(kind) : depositColumns(kind)),
  ];
  return (
    <main className="wide-sheet">
      <PrintBar back={path + search} after={50}>
        <ExportLinks path={path} search={search} />
      </PrintBar>
      <PrintSheet company={company} title={title} number={day} about={shows} signatures={[]}>
        {refusal && <RefusedFilter refusal={refusal} />}
        {figures && list === "debts" && (
          <dl className="facts mb-4 grid-cols-3 sm:grid-cols-6">
            <MoneyFact label="المستحق" amount={figures.sums.due_amount.sum} currency={figures.currency} />
            {ageNames.map((age) => (
              <MoneyFact
                key={age}
                label={`متأخر ${ages[age]}`}
                amount={figures.sums[age].sum}
                currency={figures.currency}
              />
            ))}
            <MoneyFact
              label={ageLabels.upcoming}
              amount={figures.sums.upcoming_amount.sum}
              currency={figures.currency}
            />
          </dl>
        )}
        {isCut && (
          <p className="mb-3">هؤلاء أول {most.toLocaleString("en-US")}: نزّل ملف Excel للقائمة كلها.</p>
        )}
        {!refusal && rows.length === 0 && <p>لا شيء في هذه القائمة.</p>}
        {rows.length > 0 && (
          <DenseTable label={title} columns={columns} rows={rows}>
            {(row) => (
              <tr>
                {columns.map(({ label, kind, cell }) => (
                  <td key={label} className={kind}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            )}
          </DenseTable>
        )}
      </PrintSheet>
    </main>
  );
}

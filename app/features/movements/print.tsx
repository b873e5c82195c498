import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { rowsOrRefusal } from "~/db/list.server";
import { englishDate } from "~/domain/dates";
import { dayOf } from "~/domain/hijri";
import { type Language, languageOf, translated } from "~/domain/language";
import { officeToday } from "~/domain/office-day.server";
import { companyHead } from "~/features/company/company.server";
import { movementsTitle, movementTitles as titles } from "~/features/links/handed-papers";
import { Cell, cellsOf } from "~/features/travellers/list-print";
import { movementsPath } from "~/features/trips/stage";
import { trip } from "~/features/trips/trip";
import { screen } from "~/http/screen.server";
import { turnForPage } from "~/http/turns.server";
import { noteList } from "~/http/whole-lists.server";
import { ExportLinks } from "~/ui/page/export-links";
import { Empty, RefusedFilter } from "~/ui/page/page";
import { ownText } from "~/ui/page/pair";
import { DenseTable, LanguageLink, PrintBar, PrintSheet } from "~/ui/print-sheet";
import { printTitle } from "~/ui/print-title";
import { columnsIn } from "./movement";
import { dayOn, linesIn, movementIds, readMovements, tripOf } from "./movements.server";
import { UnnamedPlaces } from "./unnamed-places";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  printTitle(titles[data?.language ?? "ar"], data?.day.date);
export const handle = translated;

/** The most movements on one printed sheet. A downloaded one has no limit. */
const most = 3000;

export const loader = screen([trip.write], async (visit) => {
  const { searchParams } = visit.url;
  const language = languageOf(searchParams);
  await turnForPage(visit);
  const list = await rowsOrRefusal(async () => {
    const ids = await movementIds(searchParams);
    const { lines, unnamed } = await linesIn(language, await readMovements(ids.slice(0, most)));
    return { rows: lines, unnamed, day: dayOn(searchParams), isCut: ids.length > most };
  });
  const { day, isCut, rows, unnamed, refusal } = { day: officeToday(), isCut: false, unnamed: [], ...list };
  if (!refusal)
    await noteList(visit, "printed", {
      of: "trip_stages",
      title: movementsTitle(language, day, await tripOf(searchParams)),
      count: rows.length,
    });
  return { language, day: dayOf(day), isCut, rows, unnamed, refusal, company: await companyHead(db) };
});

const words = {
  ar: { none: "لا حركة في هذا اليوم", cut: `هذه أول ${most} حركة: نزّل ملف Excel لليوم كله.` },
  en: { none: "No movements on this day", cut: `These are the first ${most} movements: the file has all.` },
} as const satisfies Record<Language, Record<string, string>>;

export default function PrintedMovements() {
  const { language, day, isCut, rows, unnamed, refusal, company } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const cells = cellsOf(columnsIn(language));
  return (
    <main className="wide-sheet">
      <PrintBar back={movementsPath + search} after={50}>
        <ExportLinks path={movementsPath} search={search} />
        <LanguageLink language={language} />
      </PrintBar>
      <UnnamedPlaces places={unnamed} />
      <PrintSheet
        company={company}
        title={titles[language]}
        number={language === "en" ? englishDate(day.date) : day}
        signatures={[]}
        language={language}
      >
        {isCut && <p className="mb-3">{words[language].cut}</p>}
        {refusal ? (
          <RefusedFilter refusal={refusal} />
        ) : rows.length === 0 ? (
          <Empty title={words[language].none} />
        ) : (
          <DenseTable label={titles[language]} columns={cells.map(([{ label }]) => ({ label }))} rows={rows}>
            {(row) => (
              <tr>
                {cells.map(([{ key, kind }, ...below]) => (
                  <td key={key} className={kind && "code"}>
                    {kind ? <Cell value={row[key]} kind={kind} /> : ownText(language, row[key]) || "—"}
                    {below.map(
                      ({ key, kind }) =>
                        row[key] && (
                          <small key={key}>
                            {kind ? <Cell value={row[key]} kind={kind} /> : ownText(language, row[key])}
                          </small>
                        ),
                    )}
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

import { languageOf } from "~/domain/language";
import { movementsTitle } from "~/features/links/handed-papers";
import { sheetColumns } from "~/features/travellers/lists.server";
import { trip } from "~/features/trips/trip";
import { exportLoader } from "~/http/sheets.server";
import { columnsIn, type MovementLine } from "./movement";
import { dayOn, linesIn, movementIds, readMovements, tripOf } from "./movements.server";

export const loader = exportLoader([trip.write], async ({ url: { searchParams } }) => {
  const language = languageOf(searchParams);
  const ids = await movementIds(searchParams);
  async function* rows(batch = 500): AsyncGenerator<MovementLine[]> {
    for (let start = 0; start < ids.length; start += batch) {
      const movements = await readMovements(ids.slice(start, start + batch));
      yield (await linesIn(language, movements)).lines;
    }
  }
  return {
    title: movementsTitle(language, dayOn(searchParams), await tripOf(searchParams)),
    columns: sheetColumns(columnsIn(language)),
    of: "trip_stages",
    count: ids.length,
    rows: rows(),
    language,
  };
});

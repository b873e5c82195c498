import type { LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/knex.server";
import { faultSentences, isLeft, manyOf, outcomeLabels, reasonHead } from "~/features/importables/import";
import { keepConnectionUntil } from "~/framework/answers.server";
import { orPlainPage, refuseAsData } from "~/http/plain-page.server";
import { admit, idParam } from "~/http/screen.server";
import type { Sheet } from "~/http/sheet";
import { sheetFile } from "~/http/sheets.server";
import { admitList, inTurns } from "~/http/whole-lists.server";
import { importableOf } from "../entities.server";
import { findImport } from "./kept-files.server";
import { trialOf } from "./trials.server";

/** The rows with faults or questions as a file: all columns of the uploaded file, and the reason in each row. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  orPlainPage(request, async () => {
    const importable = importableOf(request);
    const { entity, labels } = importable;
    const visit = await admit({ request, params }, [entity.write]);
    refuseAsData(request);
    const { id, done_at } = await findImport(db, visit.user, importable, idParam(params.id));
    await admitList(visit);
    const { heads, columns, rows, verdicts } = await keepConnectionUntil(
      request,
      trialOf(db, visit, importable, id),
    );
    const lines = verdicts.flatMap(({ outcome, faults }, index) => {
      if (!done_at && !isLeft(outcome)) return [];
      const [, ...cells] = rows[index] ?? [0];
      return [{ cells, reason: faultSentences(faults, labels).join("؛ ") || outcomeLabels[outcome] }];
    });
    const places = heads.flatMap((head, index) =>
      (head || columns[index]) && head !== reasonHead ? [index] : [],
    );
    const file: Sheet<(typeof lines)[number]> = {
      title: `أسطر من استيراد ${manyOf(entity)} تحتاج إلى مراجعة`,
      columns: [
        { head: reasonHead, width: 40, cell: ({ reason }) => reason },
        ...places.map((place) => ({
          head: heads[place] || (labels[columns[place] ?? ""] ?? ""),
          cell: ({ cells }: (typeof lines)[number]) => cells[place],
        })),
      ],
      rows: Promise.resolve(lines),
    };
    return sheetFile(request, params.format ?? "", file, { pace: (batches) => inTurns(visit, batches) });
  });

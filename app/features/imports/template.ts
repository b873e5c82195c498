import type { LoaderFunctionArgs } from "@remix-run/node";
import { manyOf } from "~/features/importables/import";
import { orPlainPage, refuseAsData } from "~/http/plain-page.server";
import { admit } from "~/http/screen.server";
import { sheetFile } from "~/http/sheets.server";
import { importableOf } from "../entities.server";

/** An empty sheet with headings only, since somebody would import an example row one day. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  orPlainPage(request, async () => {
    const { entity, columns } = importableOf(request);
    await admit({ request, params }, [entity.write]);
    refuseAsData(request);
    return sheetFile(request, params.format ?? "", {
      title: `قالب استيراد ${manyOf(entity)}`,
      columns: columns.map(({ label, kind }) => ({ head: label, kind, cell: () => null })),
      rows: Promise.resolve([]),
    });
  });

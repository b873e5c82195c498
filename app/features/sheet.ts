import type { LoaderFunctionArgs } from "@remix-run/node";
import { listExportLoader } from "~/http/sheets.server";
import { entityAt } from "./entities.server";

/** The list of an ordinary entity as a file; what has more to it has a module of its own. */
export const loader = (args: LoaderFunctionArgs) => {
  const { entity, store, columns } = entityAt(args.request, "/export/:format");
  return listExportLoader(entity, store, columns)(args);
};

export { refuseWrites as action } from "~/http/download.server";

import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound } from "~/domain/domain-error";
import { exportLoader, listExportLoader } from "~/http/sheets.server";
import { findEntity } from "./entities.server";

/** The list of an ordinary entity as a file. Other lists have modules of their own. */
export const loader = (args: LoaderFunctionArgs) => {
  const entry = findEntity(args.request, "/export/:format");
  return entry ? listExportLoader(entry.entity, entry.store, entry.columns)(args) : noList(args);
};

/** For example `/settings/accounts/x/export/csv`, where `x` is no kind of account: 404, but strangers go to the login first. */
const noList = exportLoader([], () => {
  throw notFound("لا توجد صفحة بهذا العنوان");
});

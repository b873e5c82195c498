import { db } from "~/db/knex.server";
import { nouns } from "~/domain/nouns";
import type { SheetColumn } from "~/http/sheet";
import { exportLoader } from "~/http/sheets.server";
import { role } from "./role";
import { roleSummaries } from "./roles.server";

const columns: SheetColumn<Awaited<ReturnType<typeof roleSummaries>>[number]>[] = [
  { head: role.labels.name, width: 30, cell: ({ name }) => name },
  { head: "عدد الصلاحيات", kind: "number", cell: ({ permissions }) => permissions },
  { head: "عدد حامليه", kind: "number", cell: ({ holders }) => holders },
];

export const loader = exportLoader([role.write], () => ({
  title: nouns.roles.many,
  columns,
  rows: roleSummaries(db),
}));

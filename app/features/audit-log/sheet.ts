import { nouns } from "~/domain/nouns";
import type { SheetColumn } from "~/http/sheet";
import { exportLoader } from "~/http/sheets.server";
import { type AuditLogLine, readWholeAuditLog } from "./audit-log.server";

const columns: SheetColumn<AuditLogLine>[] = [
  { head: "الوقت", width: 18, cell: ({ at }) => at },
  { head: "المستخدم", cell: ({ username }) => username },
  { head: "العنوان", cell: ({ address }) => address },
  { head: "العملية", cell: ({ deed }) => deed },
  { head: "نوع السجل", cell: ({ noun }) => noun },
  { head: "السجل", width: 30, cell: ({ record }) => record.name },
  { head: "التغييرات", width: 80, cell: ({ changes }) => changes.map(inLine).join("؛ ") },
];

/** A change in one line: «الحالة: نشط ← ملغي» */
function inLine({ label, before, after, added, gone }: AuditLogLine["changes"][number]) {
  if (added !== undefined || gone !== undefined)
    return `${label}: ${[gone && `أزيل ${gone}`, added && `أضيف ${added}`].filter(Boolean).join("، ")}`;
  return `${label}: ${[before, after].filter((value) => value !== undefined).join(" ← ")}`;
}

export const loader = exportLoader(["manage_users"], async ({ url, user }) => ({
  title: nouns.audit_log.many,
  columns,
  of: "audit_log",
  ...(await readWholeAuditLog(url.searchParams, user)),
}));

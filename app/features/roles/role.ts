import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";

/** A role (دور) as calls show it (spec §3). Its permissions have calls of their own. */
export type Role = RowOf<(typeof role)["fields"]>;

export const role = withLabels({
  table: "roles",
  path: "/settings/roles",
  write: "manage_roles",
  read: ["manage_users"],
  fields: {
    name: { label: "اسم الدور", kind: "text", max: 100, sheet: { width: 30 } },
    description: { label: "الوصف", kind: "longText", max: 500, optional: true },
  },
  required: "اسم الدور مطلوب",
  failures: { create: "فشل إنشاء الدور" },
}) satisfies Entity;

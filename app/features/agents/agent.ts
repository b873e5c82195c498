import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import { activeLabels } from "~/domain/status";

/** An agent (وكيل) as calls show it (spec §3). */
export type Agent = RowOf<(typeof agent)["fields"]>;

export const agentTypeLabels = { internal: "داخلي", external: "خارجي" };

export const agent = withLabels({
  table: "agents",
  path: "/agents",
  item: "agent",
  write: "manage_agents",
  read: ["manage_financials", "manage_invoices"],
  removedBy: "admin",
  fields: {
    name: { label: "اسم الوكيل", kind: "text", max: 150, sheet: { width: 30 } },
    phone: { label: "رقم الهاتف", kind: "phone" },
    email: { label: "البريد الإلكتروني", kind: "email", optional: true },
    type: { label: "نوع الوكيل", kind: "choice", choices: agentTypeLabels },
    /** In percent of their sales. */
    commission_rate: {
      label: "نسبة العمولة (%)",
      kind: "percent",
      usual: "0",
      wrong: "نسبة العمولة من 0 إلى 100، بخانتين عشريتين على الأكثر",
    },
    address: { label: "العنوان", kind: "longText", max: 500, optional: true, sheet: { width: 30 } },
    notes: { label: "ملاحظات", kind: "longText", max: 2000, optional: true, sheet: { width: 30 } },
    is_active: { label: "الحالة", kind: "flag", words: activeLabels, hasDefault: true },
  },
}) satisfies Entity;

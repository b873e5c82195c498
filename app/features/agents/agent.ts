import { addressField, emailField, nameField, notesField, phoneField } from "~/domain/common-fields";
import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import { activeLabels } from "~/domain/status";
import { rateField } from "~/features/commissions/rate-field";

/** An agent (وكيل) as calls show it (spec §3). */
export type Agent = RowOf<(typeof agent)["fields"]>;

export const agentTypeLabels = { internal: "داخلي", external: "خارجي" };

export const agent = withLabels({
  table: "agents",
  path: "/agents",
  write: "manage_agents",
  read: ["manage_financials", "manage_invoices"],
  removedBy: "admin",
  fields: {
    name: nameField("اسم الوكيل"),
    phone: phoneField,
    email: emailField,
    type: { label: "نوع الوكيل", kind: "choice", choices: agentTypeLabels },
    /** In percent of their sales. */
    commission_rate: { ...rateField, usual: "0" },
    address: addressField,
    notes: { ...notesField, sheet: { width: 30 } },
    is_active: { label: "الحالة", kind: "flag", words: activeLabels, hasDefault: true },
  },
}) satisfies Entity;

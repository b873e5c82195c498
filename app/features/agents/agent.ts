import type { Entity } from "~/domain/entity";

/** An agent (وكيل), as the API shows one (spec §3). */
export type Agent = {
  id: number;
  name: string;
  phone: string;
  email: string | null;
  address: string | null;
  type: AgentType;
  /** Percent of what they sell. */
  commission_rate: number;
  notes: string | null;
  is_active: boolean;
  created_at: string;
  updated_at: string;
};

export const agentTypes = ["internal", "external"] as const;
type AgentType = (typeof agentTypes)[number];
export const agentTypeLabels: Record<AgentType, string> = { internal: "داخلي", external: "خارجي" };

export const agent = {
  table: "agents",
  path: "/agents",
  key: "agents",
  item: "agent",
  write: "manage_agents",
  read: ["manage_financials", "manage_invoices"],
  removedBy: "admin",
  labels: {
    name: "اسم الوكيل",
    phone: "رقم الهاتف",
    email: "البريد الإلكتروني",
    type: "نوع الوكيل",
    commission_rate: "نسبة العمولة (%)",
    address: "العنوان",
    notes: "ملاحظات",
    is_active: "الحالة",
  },
} as const satisfies Entity;

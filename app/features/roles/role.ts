import type { Entity } from "~/domain/entity";

/** A role (دور), as the API shows one (spec §3); its permissions have calls of their own. */
export type Role = {
  id: number;
  name: string;
  description: string | null;
  created_at: string;
  updated_at: string;
};

export const role = {
  table: "roles",
  path: "/settings/roles",
  key: "roles",
  item: "role",
  write: "manage_roles",
  read: ["manage_users"],
  labels: { name: "اسم الدور", description: "الوصف" },
  required: "اسم الدور مطلوب",
  failures: { create: "فشل إنشاء الدور" },
} as const satisfies Entity;

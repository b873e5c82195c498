import type { Knex } from "knex";

/** The roles of a new office. Roles that its users have changed are left alone. */
const roles: Record<string, { description: string; permissions: string[] }> = {
  "مدير النظام": { description: "كل الصلاحيات", permissions: [] },
  "أمين الصندوق": {
    description: "السندات والحسابات المالية",
    permissions: ["manage_financials", "manage_customers", "manage_contracts"],
  },
  "موظف المبيعات": {
    description: "الحملات والعقود والعملاء",
    permissions: ["manage_customers", "manage_contracts", "manage_campaigns", "manage_services"],
  },
  "موظف التأشيرات": { description: "الرحلات والتأشيرات", permissions: ["manage_trips", "manage_customers"] },
};

export const administrator = "مدير النظام";

export async function seed(knex: Knex) {
  for (const [name, { description, permissions }] of Object.entries(roles)) {
    const [role] = await knex("roles")
      .insert({ name, description })
      .onConflict("name")
      .ignore()
      .returning("id");
    if (!role) continue;
    await knex.raw(
      `INSERT INTO role_permissions (role_id, permission_id)
       SELECT :id::integer, id FROM permissions WHERE :all::boolean OR name = ANY(:permissions)`,
      { id: role.id, all: name === administrator, permissions },
    );
  }
}

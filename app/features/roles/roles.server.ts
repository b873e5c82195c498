import { z } from "zod";
import { type Asked, offer } from "~/db/choices.server";
import { entityStore } from "~/db/entity-store.server";
import type { Db, Transaction } from "~/db/knex.server";
import { db } from "~/db/knex.server";
import { lockRow, lockRowWithKey, requireRows } from "~/db/rows.server";
import { whereSearch } from "~/db/search.server";
import type { By } from "~/db/store.server";
import { DomainError, invalid } from "~/domain/domain-error";
import { requiredMessage } from "~/domain/input.server";
import { ids } from "~/domain/lists.server";
import { quote } from "~/domain/nouns";
import { holdsAny, type Permission, type SessionUser } from "~/domain/permissions";
import { changeRights, relink } from "./rights.server";
import { type Role, role } from "./role";

const table = entityStore(role, {
  /** The search finds name and description. */
  searchBy: (query, search) =>
    whereSearch(query, "fold(' ' || name || ' ' || coalesce(description, ''))", search),
});

export const roles: typeof table = {
  ...table,
  remove: (trx, id, by) =>
    changeRights(trx, by, role.write, async () => {
      const { name } = await lockRowWithKey<Role>(trx, "roles", id);
      await refuseWhileHeld(trx, id, name);
      await trx("role_permissions").where({ role_id: id }).delete(); // first, so that the audit log can still read the name
      await trx("roles").where({ id }).delete();
    }),
};

/** @throws DomainError conflict with the names of users who have the role */
async function refuseWhileHeld(trx: Transaction, id: number, name: string) {
  const holders: string[] = await trx("users")
    .join("user_roles", "user_id", "users.id")
    .where({ role_id: id })
    .orderBy("users.id")
    .limit(4)
    .pluck("username");
  if (!holders.length) return;
  const [whose, them] =
    holders.length > 2
      ? ["المستخدمون", "عنهم"]
      : holders.length > 1
        ? ["المستخدمان", "عنهما"]
        : ["المستخدم", "عنه"];
  const names = holders.slice(0, 3).map(quote).join("، ");
  const more = holders.length > 3 ? " وغيرهم" : "";
  throw new DomainError(
    "conflict",
    `لا يمكن الحذف: الدور ${quote(name)} يحمله ${whose} ${names}${more}. انزعه ${them} أولًا`,
  );
}

type PermissionRow = { id: number; name: Permission };

/** All permissions, or those of a role. */
export async function permissionsOf(db: Db, roleId?: number): Promise<PermissionRow[]> {
  const query = db("permissions").select("permissions.id", "name").orderBy("permissions.id");
  return roleId
    ? query.join("role_permissions", "permission_id", "permissions.id").where({ role_id: roleId })
    : query;
}

/** A form sends an empty value before them, so that an empty list differs from a missing field. A call's null changes nothing. */
export const permissionsSchema = z.object({
  permission_ids: z.preprocess((sent) => sent ?? undefined, ids()),
});

/**
 * Gives the role exactly these permissions (spec §6), at once in every session. @throws DomainError not_found, conflict, invalid
 */
export function setPermissions(
  trx: Transaction,
  id: number,
  { permission_ids }: z.output<typeof permissionsSchema>,
  by: By,
) {
  if (!permission_ids) throw invalid("permission_ids", requiredMessage);
  return changeRights(trx, by, role.write, async () => {
    const { name } = await lockRow<Role>(trx, "roles", id, by.readAt, async () => ({
      ...(await table.find(trx, id)),
      permissions: await permissionsOf(trx, id),
    }));
    await requireRows(trx, { permission_ids }, { permission_ids: "permissions" });
    if (await relink(trx, "role_permissions", { role_id: id }, "permission_id", permission_ids))
      await trx("roles").where({ id }).update({ updated_at: trx.fn.now() });
    return { name, permissions: await permissionsOf(trx, id) };
  });
}

/** All roles in the order of their creation, each with the numbers of its permissions and users. */
export async function roleSummaries(
  db: Db,
): Promise<(Pick<Role, "id" | "name"> & { permissions: number; holders: number })[]> {
  return db("roles")
    .select("id", "name", {
      permissions: db.raw("(SELECT count(*) FROM role_permissions WHERE role_id = roles.id)"),
      holders: db.raw("(SELECT count(*) FROM user_roles WHERE role_id = roles.id)"),
    })
    .orderBy("id");
}

type RoleRow = { id: number; name: string; description: string | null; permissions: Permission[] };

/** The choices of a user's roles with their descriptions. Roles with more permissions than the giver has are marked. */
export const roleOffer = (asked: Asked, giver: Pick<SessionUser, "permissions">) =>
  offer<RoleRow, { id: number; name: string; note: string }>(asked, "role_ids", {
    table: "roles",
    rows: db("roles").select("id", "name", "description", {
      permissions: db.raw(`ARRAY(SELECT permissions.name FROM role_permissions
        JOIN permissions ON permissions.id = permission_id WHERE role_id = roles.id)`),
    }),
    order: ["id"],
    toChoice({ id, name, description, permissions }) {
      const isBeyond =
        !holdsAny(giver, ["manage_roles"]) &&
        permissions.some((permission) => !giver.permissions.includes(permission));
      const note = [description, isBeyond && "فيه صلاحيات ليست لديك"].filter(Boolean).join(" · ");
      return { id, name, note };
    },
  });

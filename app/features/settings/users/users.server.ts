import { z } from "zod";
import { hashPassword, newPassword, refuseGuessable } from "~/auth/passwords.server";
import { type Rights, rightsOf } from "~/auth/rights.server";
import { noteInTrail } from "~/auth/trail.server";
import { db, type Transaction } from "~/db/knex.server";
import { choiceOf, flagOf, idOf, searchOf } from "~/db/list.server";
import { refuseWhileUsed } from "~/db/references.server";
import { lockRow, lockRowWithKey, requireRows, withoutUndefined } from "~/db/rows.server";
import { whereSearch } from "~/db/search.server";
import { type Store, tableStore } from "~/db/store.server";
import { conflicting, DomainError } from "~/domain/domain-error";
import { choice, email, flag, ids, orElse, text } from "~/domain/input.server";
import { quoted } from "~/domain/nouns";
import { changeRights, relink } from "../rights.server";
import { type User, user, userTypes } from "./user";

const schema = z.object({
  username: text(100),
  email: email(),
  password: newPassword(),
  user_type: orElse(choice(userTypes), "staff"),
  role_ids: ids(),
});

const isBlank = (sent: unknown) => sent === null || (typeof sent === "string" && !sent.trim());

/** Of the form of a stored user: a password left empty stays as it is (spec §5). */
export const changeSchema = schema.extend({
  password: z.preprocess((sent) => (isBlank(sent) ? undefined : sent), newPassword().optional()),
  is_active: flag().optional(),
});

type Change = Partial<z.output<typeof changeSchema>>;

const table = tableStore<User, typeof schema, Omit<User, "role_ids">>({
  table: "users",
  schema,
  rows: (db) =>
    db("users").select("users.id", "username", "email", "user_type", "is_active", {
      roles:
        db.raw(`(SELECT coalesce(json_agg(json_build_object('id', roles.id, 'name', name) ORDER BY name), '[]')
        FROM user_roles JOIN roles ON roles.id = role_id WHERE user_id = users.id)`),
      last_login_at: db.raw("(SELECT max(at) FROM trail WHERE action = 'login' AND user_id = users.id)"),
      created_at: "users.created_at",
      updated_at: "users.updated_at",
    }),
  toRow: ({ last_login_at, created_at, updated_at, ...row }) => {
    const role_ids = row.roles.map(({ id }) => id).sort((a, b) => a - b);
    return { ...row, role_ids, last_login_at, created_at, updated_at };
  },
  /** A search is of user name and email. */
  matching(params) {
    const filters = withoutUndefined({
      user_type: choiceOf(params, "user_type", userTypes),
      is_active: flagOf(params, "is_active"),
    });
    const query = db("users").select("id").where(filters);
    const role_id = idOf(params, "role_id");
    if (role_id) query.whereIn("id", db("user_roles").where({ role_id }).select("user_id"));
    return whereSearch(query, "fold(' ' || username || ' ' || email)", searchOf(params));
  },
});

/** What those see of users who only pick one (rulings §2): no search or filter tells them more than the names. */
export const userNames = tableStore<Pick<User, "id" | "username">, typeof schema>({
  table: "users",
  schema,
  rows: (db) => db("users").select("users.id", "username"),
  matching: (params) => whereSearch(db("users").select("id"), "fold(' ' || username)", searchOf(params)),
});

export const users: Store<User, typeof schema> = {
  ...table,
  changeSchema: changeSchema.partial(),
  async create(trx, { password, role_ids = [], ...row }, by) {
    refuseGuessable(password, row.username);
    const password_hash = await hashPassword(password); // slow, so before everyone else waits
    return changeRights(trx, by, user.write, async (actor) => {
      if (row.user_type === "admin") requireMayChangeType(actor);
      await requireMayChangeRoles(trx, actor, role_ids, []);
      const [{ id }] = await trx("users")
        .insert(withoutUndefined({ ...row, password_hash }))
        .returning("id");
      await relink(trx, "user_roles", { user_id: id }, "role_id", role_ids);
      return table.find(trx, id);
    });
  },
  async update(trx, id, { password, role_ids, ...change }: Change, by) {
    const password_hash = password && (await hashPassword(password));
    return changeRights(trx, by, user.write, async (actor) => {
      const stored = await lockRow<User>(trx, "users", id, by.readAt, () => table.find(trx, id));
      if (id === by.user.id && change.is_active === false)
        throw conflicting("is_active", "لا يمكنك إيقاف حسابك أنت");
      if (change.user_type && change.user_type !== stored.user_type) requireMayChangeType(actor);
      if (password) {
        refuseGuessable(password, change.username ?? stored.username);
        requireMayBecome(actor, (await rightsOf(trx, id)) as Rights);
      }
      // The row changes also where only its roles do: who read it before is told so.
      const values = withoutUndefined({ ...change, password_hash, updated_at: trx.fn.now() });
      await trx("users").where({ id }).update(values);
      if (role_ids) {
        const held = await trx("user_roles").where({ user_id: id }).pluck("role_id");
        await requireMayChangeRoles(trx, actor, role_ids, held);
        await relink(trx, "user_roles", { user_id: id }, "role_id", role_ids);
      }
      const changed = await table.find(trx, id);
      if (password) await noteInTrail(trx, "password", changed);
      return changed;
    });
  },
  remove: (trx, id, by) =>
    changeRights(trx, by, user.write, async () => {
      if (id === by.user.id) throw new DomainError("conflict", "لا يمكنك حذف حسابك أنت");
      const { username } = await lockRowWithKey<User>(trx, "users", id);
      await refuseWhileNamed(trx, id, username);
      await trx("user_roles").where({ user_id: id }).delete(); // the trail tells them while the name is there
      await trx("users").where({ id }).delete();
    }),
};

function refusedAt(field: string, message: string) {
  return new DomainError("forbidden", message, { fields: { [field]: message } });
}

/** @throws DomainError forbidden: who is a manager is said by managers, or by who gives any right */
function requireMayChangeType({ user_type, permissions }: Rights) {
  if (user_type !== "admin" && !permissions.includes("manage_roles"))
    throw refusedAt(
      "user_type",
      "لا يغير نوع المستخدم من مدير أو إليه إلا مدير أو من يملك صلاحية «الأدوار والصلاحيات»",
    );
}

/**
 * Who gives a role must hold all that it holds, or manage_roles (rulings §2). So must who takes one: a user without it
 * would be theirs to become. Those that the user has may stay.
 * @throws DomainError forbidden, invalid
 */
async function requireMayChangeRoles(
  trx: Transaction,
  { permissions }: Rights,
  roleIds: number[],
  held: number[],
) {
  await requireRows(trx, { role_ids: roleIds }, { role_ids: "roles" });
  if (permissions.includes("manage_roles")) return;
  const changed = [
    ...roleIds.filter((id) => !held.includes(id)),
    ...held.filter((id) => !roleIds.includes(id)),
  ];
  const beyond = await trx("role_permissions")
    .join("permissions", "permissions.id", "permission_id")
    .join("roles", "roles.id", "role_id")
    .whereIn("role_id", changed)
    .whereNotIn("permissions.name", permissions)
    .first("roles.name");
  if (beyond)
    throw refusedAt("role_ids", `لا يمكنك منح الدور ${quoted(beyond.name)} ولا نزعه: فيه صلاحيات ليست لديك`);
}

/** To set someone's password is to be able to log in as them. @throws DomainError forbidden */
function requireMayBecome({ user_type, permissions }: Rights, other: Rights) {
  const holdsAll = other.permissions.every((permission) => permissions.includes(permission));
  if (permissions.includes("manage_roles") || (holdsAll && [user_type, "staff"].includes(other.user_type)))
    return;
  throw refusedAt("password", "لا يمكنك تغيير كلمة مرور هذا المستخدم: له صلاحيات ليست لديك");
}

/** @throws DomainError conflict while vouchers, contracts or others carry the user's name */
async function refuseWhileNamed(trx: Transaction, id: number, username: string) {
  try {
    // A movement has only a number: what it was booked for says more, where there is something.
    for (const except of [["movements" as const], []])
      await refuseWhileUsed(trx, "users", id, { one: `المستخدم ${quoted(username)}`, used: "مذكور" }, except);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError("conflict", `${error.message}. يمكن إيقاف حسابه بدل حذفه`);
  }
}

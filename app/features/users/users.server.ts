import { z } from "zod";
import { writeAuditLog } from "~/auth/audit-log.server";
import { requireOwnPassword } from "~/auth/own-password.server";
import { hashPassword, newPassword, presentPassword, refuseGuessable } from "~/auth/passwords.server";
import type { Rights } from "~/auth/rights.server";
import { keepSession } from "~/auth/session.server";
import { columnsOf } from "~/db/document.server";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { choiceOf, flagOf, idOf, searchOf } from "~/db/list.server";
import { refuseWhileUsed } from "~/db/references.server";
import { lockRow, lockRowWithKey, requireRows, withoutUndefined } from "~/db/rows.server";
import { whereSearch } from "~/db/search.server";
import { type Store, tableStore } from "~/db/store.server";
import { conflicting, DomainError } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import { flag } from "~/domain/input.server";
import { quote } from "~/domain/nouns";
import type { SessionUser } from "~/domain/permissions";
import { namesOf } from "~/domain/states";
import { changeRights, forbiddenAt, relink, requireMayTouch } from "~/features/roles/rights.server";
import { type User, user, userTypeLabels } from "./user";

const schema = schemaOf(user.fields).extend({ password: newPassword() });

const blankToNull = (sent: unknown) =>
  sent === null || (typeof sent === "string" && !sent.trim()) ? undefined : sent;

/** The schema of a stored user's form: an empty password keeps the present one (spec §5). */
export const changeSchema = schema.extend({
  password: z.preprocess(blankToNull, newPassword().optional()),
  is_active: flag().optional(),
  /** Required for a new password of one's own account. */
  present_password: z.preprocess(blankToNull, presentPassword().optional()),
});

type Change = Partial<z.output<typeof changeSchema>>;

const table = tableStore<User, typeof schema, Omit<User, "role_ids">>({
  table: "users",
  schema,
  rows: (db) =>
    db("users").select(...columnsOf(user), {
      roles:
        db.raw(`(SELECT coalesce(json_agg(json_build_object('id', roles.id, 'name', name) ORDER BY name COLLATE by_name), '[]')
        FROM user_roles JOIN roles ON roles.id = role_id WHERE user_id = users.id)`),
      last_login_at: db.raw("(SELECT max(at) FROM audit_log WHERE action = 'login' AND user_id = users.id)"),
    }),
  toRow: (row) => ({ ...row, role_ids: row.roles.map(({ id }) => id).sort((a, b) => a - b) }),
  /** The search finds user name, full name and email. */
  matching(params) {
    const filters = withoutUndefined({
      user_type: choiceOf(params, "user_type", namesOf(userTypeLabels), user.labels),
      is_active: flagOf(params, "is_active", user.labels),
    });
    const query = db("users").select("id").where(filters);
    const role_id = idOf(params, "role_id");
    if (role_id) query.whereIn("id", db("user_roles").where({ role_id }).select("user_id"));
    return whereSearch(
      query,
      "fold(concat_ws(' ', '', username, full_name, full_name_latin, email))",
      searchOf(params),
    );
  },
});

/** Users for those who only choose one (rulings §2). It has no search and no filter, which could reveal more than the names. */
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
    const password_hash = await hashPassword(password); // slow, so it comes before any lock
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
  async update(trx, id, { password, present_password, role_ids, ...change }: Change, by) {
    const isOwn = id === by.user.id;
    if (password && isOwn) await requireOwnPassword(by.request as Request, by.user, present_password);
    const password_hash = password && (await hashPassword(password));
    return changeRights(trx, by, user.write, async (actor) => {
      const present = await lockRow<User>(trx, "users", id, by.readAt, () => table.find(trx, id));
      if (isOwn && change.is_active === false) throw conflicting("is_active", "لا يمكنك إيقاف حسابك أنت");
      const oldRoleIds = await trx("user_roles").where({ user_id: id }).pluck("role_id");
      if (change.user_type && change.user_type !== present.user_type) requireMayChangeType(actor);
      if (role_ids) await requireMayChangeRoles(trx, actor, role_ids, oldRoleIds);
      await requireMayTouch(
        trx,
        actor,
        id,
        changedFields({ ...present, role_ids: oldRoleIds }, { ...change, role_ids, password }),
      );
      if (password) refuseGuessable(password, change.username ?? present.username);
      // The row is touched even if only its roles change, so that an older version of it is refused.
      const values = withoutUndefined({ ...change, password_hash, updated_at: trx.fn.now() });
      const write = () => trx("users").where({ id }).update(values);
      await (isOwn && password ? keepSession(trx, by.request as Request, id, write) : write());
      if (role_ids) await relink(trx, "user_roles", { user_id: id }, "role_id", role_ids);
      if (present.user_type === "admin") await requireAdmin(trx);
      const row = await table.find(trx, id);
      if (password) await writeAuditLog(trx, "password", row);
      return row;
    });
  },
  remove: (trx, id, by) =>
    changeRights(trx, by, user.write, async (actor) => {
      const present = await lockRowWithKey<User>(trx, "users", id);
      await requireMayRemoveUser(trx, actor, present);
      await trx("user_roles").where({ user_id: id }).delete(); // first, so that the audit log can still read the name
      await trx("users").where({ id }).delete();
    }),
};

/** @throws DomainError conflict, forbidden */
async function requireMayRemoveUser(db: Db, actor: SessionUser, { id, username }: UserName) {
  if (id === actor.id) throw new DomainError("conflict", "لا يمكنك حذف حسابك أنت");
  await requireMayTouch(db, actor, id);
  await refuseWhileNamed(db, id, username);
}

type UserName = Pick<User, "id" | "username">;

/** The reason why a user cannot be deleted, as a sentence for the question before; undefined if it is possible. */
export async function whyNotRemove(db: Db, actor: SessionUser, present: UserName) {
  try {
    await requireMayRemoveUser(db, actor, present);
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

/** The fields of a change whose values differ. */
const changedFields = (present: object, change: object) =>
  Object.entries(change)
    .filter(([name, value]) => {
      const before = (present as Record<string, unknown>)[name];
      const isSame = Array.isArray(value)
        ? JSON.stringify(value.toSorted()) === JSON.stringify((before as unknown[]).toSorted())
        : value === before;
      return value !== undefined && !isSame;
    })
    .map(([name]) => name);

/** @throws DomainError forbidden for others than administrators: only they decide who is one */
function requireMayChangeType({ user_type }: Rights) {
  if (user_type !== "admin")
    throw forbiddenAt(["user_type"], "لا يغير نوع المستخدم من مدير أو إليه إلا مدير");
}

/** @throws DomainError conflict if no active administrator would be left, since nobody could make another */
async function requireAdmin(trx: Transaction) {
  if (!(await trx("users").where({ user_type: "admin", is_active: true }).first("id")))
    throw conflicting("user_type", "لا بد أن يبقى في المكتب مدير نشط واحد على الأقل");
}

/**
 * Giving or taking a role requires all of its permissions, or manage_roles (rulings §2): a user without the role would be easier
 * to take over. Roles that the user keeps are not checked.
 * @throws DomainError forbidden, invalid
 */
async function requireMayChangeRoles(
  trx: Transaction,
  { permissions }: Rights,
  roleIds: number[],
  oldRoleIds: number[],
) {
  await requireRows(trx, { role_ids: roleIds }, { role_ids: "roles" });
  if (permissions.includes("manage_roles")) return;
  const changes = [
    ...roleIds.filter((id) => !oldRoleIds.includes(id)),
    ...oldRoleIds.filter((id) => !roleIds.includes(id)),
  ];
  const beyond = await trx("role_permissions")
    .join("permissions", "permissions.id", "permission_id")
    .join("roles", "roles.id", "role_id")
    .whereIn("role_id", changes)
    .whereNotIn("permissions.name", permissions)
    .first("roles.name");
  if (beyond)
    throw forbiddenAt(
      ["role_ids"],
      `لا يمكنك منح الدور ${quote(beyond.name)} ولا نزعه: فيه صلاحيات ليست لديك`,
    );
}

/** @throws DomainError conflict while vouchers, contracts or other rows refer to the user */
async function refuseWhileNamed(db: Db, id: number, username: string) {
  try {
    // First without movements, since the document behind a movement says more than its number.
    for (const except of [["movements" as const], []])
      await refuseWhileUsed(
        db,
        "users",
        id,
        { one: `المستخدم ${quote(username)}`, usedWord: "مذكور" },
        except,
      );
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError("conflict", `${error.message}. يمكن إيقاف حسابه بدل حذفه`);
  }
}

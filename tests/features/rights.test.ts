import { describe, expect, test } from "vitest";
import type { Permission } from "~/domain/permissions";
import { type Answer, signIn } from "../support/client";
import { useOffice } from "../support/office";
import { enterAs, grant } from "../support/users";

/* The rules that leave somebody who can let others in, and that forbid giving rights that one lacks (rulings §2). */

const { office, client } = useOffice({ isBusy: true });

const secret = "Zamzam & Safa 1447";
let hired = 0;

/** The body of a call that creates a user. */
const body = (more: object = {}) => {
  const username = `موظف ${++hired}`;
  return { username, email: `staff${hired}@example.com`, password: secret, ...more };
};

/** Someone who holds these, with a session of their own. */
const hire = (holds: Permission[], more: object = {}) => enterAs(office, `hired${++hired}`, holds, more);

const statusAndFields = ({ status, body }: Answer) => [status, Object.keys(body.fields ?? {})];

describe("who may give what", () => {
  test("who was deactivated is logged out for good, also once they are active again", async () => {
    const gone = await hire(["manage_trips"]);
    const { status, body } = await client.put(`/api/users/${gone.id}`, { is_active: false });
    expect([status, body.user.is_active]).toEqual([200, false]);
    expect((await gone.get("/api/auth/me")).status).toBe(401);
    expect((await gone.get("/trips/visas")).status).toBe(302);
    await expect(signIn(office.url, gone)).rejects.toThrow("401");
    expect((await client.put(`/api/users/${gone.id}`, { is_active: true })).status).toBe(200);
    expect((await gone.get("/api/auth/me")).status).toBe(401);
    expect((await (await signIn(office.url, gone)).get("/api/auth/me")).status).toBe(200);
  });

  test("a list with something else than numbers in it takes no rights from anyone", async () => {
    const clerk = await hire(["manage_trips"]);
    for (const wrong of [[null], [clerk.roleId, null], ["x"], [{}]]) {
      const byUser = await client.put(`/api/users/${clerk.id}`, { role_ids: wrong });
      expect(statusAndFields(byUser)).toEqual([422, ["role_ids"]]);
      const byRole = await client.put(`/api/roles/${clerk.roleId}/permissions`, { permission_ids: wrong });
      expect(statusAndFields(byRole)).toEqual([422, ["permission_ids"]]);
    }
    expect((await clerk.get("/api/auth/me")).body.user.permissions).toEqual(["manage_trips"]);
  });

  test("a name that cannot be seen, or told from another, is none", async () => {
    for (const username of ["\u200b", "\u2060\u200d", "\u00ad"])
      expect(statusAndFields(await client.post("/api/users", body({ username })))).toEqual([
        422,
        ["username"],
      ]);
    const { body: created } = await client.post("/api/users", body({ username: "look\u200blike\u2060" }));
    expect(created.user.username).toBe("looklike");
    expect(statusAndFields(await client.post("/api/users", body({ username: "\u200dlooklike" })))[0]).toBe(
      409,
    );
    expect((await client.post("/api/roles", { name: "\u200b" })).status).toBe(422);
    const persian = await client.post("/api/roles", { name: "می\u200cخواهم" });
    expect(persian.body.role.name).toBe("می\u200cخواهم");
  });

  test("a role goes to and comes from who holds all of it, or manage_roles", async () => {
    const clerk = await hire(["manage_users", "manage_trips"]);
    const role = async (name: string, holds: Permission[]) => {
      const { id } = (await client.post("/api/roles", { name })).body.role;
      await grant(office.knex, id, holds);
      return id as number;
    };
    const trips = await role("رحلات", ["manage_trips"]);
    const money = await role("مالية", ["manage_trips", "manage_financials"]);
    const target = (await client.post("/api/users", body({ role_ids: [money] }))).body.user;
    const refused = [
      await clerk.post("/api/users", body({ role_ids: [trips, money] })),
      await clerk.put(`/api/users/${clerk.id}`, { role_ids: [money] }),
      // Without it the clerk could set the user's password and log in as the user once the role comes back.
      await clerk.put(`/api/users/${target.id}`, { role_ids: [] }),
    ];
    for (const answer of refused) {
      expect(statusAndFields(answer)).toEqual([403, ["role_ids"]]);
      expect(answer.body.message).toBe("لا يمكنك منح الدور «مالية» ولا نزعه: فيه صلاحيات ليست لديك");
    }
    const equal = (await client.post("/api/users", body({ role_ids: [] }))).body.user;
    for (const role_ids of [[trips], []])
      expect((await clerk.put(`/api/users/${equal.id}`, { role_ids })).body.user.role_ids).toEqual(role_ids);
    const beyond = await clerk.put(`/api/users/${target.id}`, { role_ids: [trips, money] });
    expect(statusAndFields(beyond)).toEqual([403, ["role_ids"]]);

    const giver = await hire(["manage_users", "manage_roles"]);
    expect((await giver.put(`/api/users/${target.id}`, { role_ids: [money] })).status).toBe(200);
  });

  test("nobody without manage_roles sets the password of who holds more, or makes managers", async () => {
    const clerk = await hire(["manage_users", "manage_trips"]);
    const manager = await hire(["manage_users", "manage_trips"], { user_type: "admin" });
    const giver = await hire(["manage_users", "manage_roles"]);
    const change = (by: typeof clerk, whom: { id: number }, body: object) =>
      by.put(`/api/users/${whom.id}`, body);
    const owner = await office.knex("users").where({ username: "manager" }).first();
    const equal = await hire(["manage_trips"]);

    for (const whom of [owner, manager, await hire(["manage_roles"])])
      expect(statusAndFields(await change(clerk, whom, { password: secret }))).toEqual([403, ["password"]]);
    expect((await change(clerk, equal, { password: secret })).status).toBe(200);
    expect(statusAndFields(await change(clerk, equal, { user_type: "admin" }))).toEqual([403, ["user_type"]]);
    const made = await clerk.post("/api/users", body({ user_type: "admin" }));
    expect(statusAndFields(made)).toEqual([403, ["user_type"]]);
    expect((await change(manager, equal, { user_type: "admin" })).status).toBe(200);
    expect((await change(giver, equal, { password: secret })).status).toBe(403); // an administrator by now
    expect((await change(giver, await hire(["manage_financials"]), { password: secret })).status).toBe(200);
    expect((await client.get("/api/auth/me")).status).toBe(200);
  });

  test("the form says so at its field, with all that was typed but the password", async () => {
    const clerk = await hire(["manage_users"]);
    const { id } = await office.knex("roles").where({ name: "مدير النظام" }).first();
    const form = { username: "طموح", email: "t@example.com", password: secret, user_type: "staff" };
    const page = await clerk.submit("/settings/users/new", { ...form, role_ids: ["", String(id)] });
    expect(page.status).toBe(403);
    expect(page.body).toContain("لا يمكنك منح الدور «مدير النظام» ولا نزعه: فيه صلاحيات ليست لديك");
    expect(page.body).toContain('value="طموح"');
    expect(page.body).toMatch(
      new RegExp(
        `<input[^>]*name="role_ids"[^>]*checked[^>]*value="${id}"|<input[^>]*value="${id}"[^>]*checked`,
      ),
    );
    expect(page.body).not.toContain(secret.replace("&", "&amp;"));
    expect(page.body).not.toContain("<h1>غير مصرح</h1>");
    const hidden = await clerk.get("/settings/roles");
    expect([hidden.status, hidden.body.includes("غير مصرح")]).toEqual([403, true]);
  });
});

/** The ways of taking another user's last right. */
type Admin = Awaited<ReturnType<typeof hire>>;
const ways: [string, (by: Admin, other: Admin) => Promise<Answer>][] = [
  ["deactivating", (by, { id }) => by.put(`/api/users/${id}`, { is_active: false })],
  ["deleting", (by, { id }) => by.delete(`/api/users/${id}`)],
  ["taking the role away", (by, { id }) => by.put(`/api/users/${id}`, { role_ids: [] })],
  [
    "emptying the role",
    (by, { roleId }) => by.put(`/api/roles/${roleId}/permissions`, { permission_ids: [] }),
  ],
];
const both: Permission[] = ["manage_users", "manage_roles"];

describe("the office stays open", () => {
  const owner = () => office.knex("users").where({ username: "manager" });
  /** The users who can still let others in. */
  const keepers = async () => {
    const { rows } = await office.knex.raw(
      `SELECT username FROM users JOIN user_roles ON user_id = users.id JOIN role_permissions USING (role_id)
       JOIN permissions ON permissions.id = permission_id
       WHERE is_active AND name = ANY(?) GROUP BY users.id HAVING count(*) = 2`,
      [both],
    );
    return rows.map(({ username }: { username: string }) => username);
  };
  /** Only these two hold both rights, each by a role of their own. */
  async function twoAdmins() {
    await office.knex("users").update({ is_active: false });
    return Promise.all([hire(both), hire(both)]);
  }
  /** The number of waiting statements. */
  const waiting = async () => {
    const { rows } = await office.knex.raw(
      "SELECT count(*)::int FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database()",
    );
    return rows[0].count;
  };
  const told = "لا بد أن يبقى في المكتب مستخدم نشط واحد على الأقل";

  const pairs = ways.flatMap((one) => ways.map((other) => [one, other] as const));

  test("when two administrators take each other's last right at the same moment, by any two ways", async () => {
    for (const [[nameOfOne, one], [nameOfOther, other]] of [...pairs, ...pairs.slice(0, 8)]) {
      const [a, b] = await twoAdmins();
      const answers = await Promise.all([one(a, b), other(b, a)]);
      const round = `${nameOfOne}, ${nameOfOther}`;
      const won = answers.findIndex(({ status }) => status === 200);
      expect([round, [401, 403, 409]]).toEqual([round, expect.arrayContaining([answers[1 - won]?.status])]);
      expect([round, await keepers()]).toEqual([round, [[a, b][won]?.username]]);
    }
    await owner().update({ is_active: true });
  });

  test("also when both were let in before either of them acts", async () => {
    for (const [[, one], [, other]] of pairs) {
      const [a, b] = await twoAdmins();
      const held = await office.knex.transaction();
      await held.raw("SELECT pg_advisory_xact_lock(hashtext('rights'))");
      const asked = Promise.all([one(a, b), other(b, a)]);
      await expect.poll(waiting, { interval: 5 }).toBe(2);
      await held.commit();
      const answers = await asked;
      // The first takes the right by which the second was sent.
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      expect(await keepers()).toHaveLength(1);
    }
    await owner().update({ is_active: true });
  });

  test("who lost their right while waiting does not use it any more", async () => {
    const a = await hire(both);
    const b = await hire(both);
    const held = await office.knex.transaction();
    await held.raw("SELECT pg_advisory_xact_lock(hashtext('rights'))");
    const role = await office.knex("roles").where({ name: "أمين الصندوق" }).first();
    const asked = b.put(`/api/users/${b.id}`, { role_ids: [b.roleId, role.id] });
    await expect.poll(waiting, { interval: 5 }).toBe(1);
    await held("user_roles").where({ user_id: b.id }).delete();
    await held.commit();
    expect((await asked).status).toBe(403);
    expect((await a.get(`/api/users/${b.id}`)).body.user.role_ids).toEqual([]);
  });

  test("when ten of them fall upon each other", async () => {
    await office.knex("users").update({ is_active: false });
    const admins = await Promise.all(Array.from({ length: 10 }, () => hire(both)));
    const answers = await Promise.all(
      admins.map((admin, index) => {
        const [, way] = ways[index % ways.length] ?? [];
        return way?.(admin, admins[(index + 1) % admins.length] as Admin);
      }),
    );
    // A user who lost the right while waiting is refused.
    for (const answer of answers) expect([200, 401, 403, 409]).toContain(answer?.status);
    expect((await keepers()).length).toBeGreaterThan(0);
    await owner().update({ is_active: true });
  });

  test("against the last one alone, by their own forms and calls, and nothing is changed", async () => {
    const [last, other] = await twoAdmins();
    await office.knex("users").where({ id: other.id }).update({ is_active: false });
    const before = await office.knex("audit_log").count();
    const { id, roleId } = last;
    const path = `/settings/users/${id}`;
    const fields = { username: last.username, email: `${last.username}@example.com`, password: "" };
    const answers = [
      await last.put(`/api/users/${id}`, { role_ids: [] }),
      await last.submit(`${path}/edit`, { ...fields, user_type: "staff", role_ids: "" }),
      await last.put(`/api/roles/${roleId}/permissions`, { permission_ids: [1] }),
      await last.submit(`/settings/roles/${roleId}`, { permission_ids: "" }),
    ];
    for (const { status, body } of answers)
      expect([status, JSON.stringify(body).includes(told)]).toEqual([409, true]);
    expect(await keepers()).toEqual([last.username]);
    expect(await office.knex("audit_log").count()).toEqual(before);
    await owner().update({ is_active: true });
  });

  test("nobody deactivates or deletes themselves, whoever else is there", async () => {
    const admin = await hire(both);
    const path = `/settings/users/${admin.id}`;
    const off = await admin.put(`/api/users/${admin.id}`, { is_active: false });
    expect(statusAndFields(off)).toEqual([409, ["is_active"]]);
    const fields = { username: admin.username, email: `${admin.username}@example.com`, password: "" };
    const form = await admin.submit(`${path}/edit`, { ...fields, is_active: "" });
    expect([form.status, form.body.includes("لا يمكنك إيقاف حسابك أنت")]).toEqual([409, true]);
    expect((await admin.delete(`/api/users/${admin.id}`)).status).toBe(409);
    const gone = await admin.submit(`${path}/delete`, {});
    expect([gone.status, gone.body.includes("لا يمكنك حذف حسابك أنت")]).toEqual([409, true]);
    expect((await admin.get("/api/users")).status).toBe(200);
  });
});

test("nobody waited in a circle", async () => {
  await office.app.stop(); // PostgreSQL reports a session's counts when the session ends
  const { rows } = await office.knex.raw(
    "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

import { beforeAll, describe, expect, test } from "vitest";
import type { Permission } from "~/domain/permissions";
import { meOf } from "../support/account";
import { fixture } from "../support/app";
import { picture, useBrowser } from "../support/browser";
import { type Client, signIn } from "../support/client";
import { switchOnTwoFactor } from "../support/two-factor";
import { createUser, password } from "../support/users";

/* Who may change whom (rulings §2): one rule for every change of another user. */

const office = fixture();
const me = meOf(office);

let made = 0;
const hire = (holds: readonly Permission[], user_type: string) =>
  createUser(office.knex, `hired${++made}`, holds, { user_type });
type Other = Awaited<ReturnType<typeof hire>>;

/** The acting users, and the users that they try to change. */
const actors = {
  clerk: [["manage_users"], "staff"],
  equal: [["manage_users", "manage_trips"], "staff"],
  giver: [["manage_users", "manage_roles"], "staff"],
  administrator: [["manage_users"], "admin"],
} as const;
const others = {
  "one who holds nothing": [[], "staff"],
  "one who holds manage_trips": [["manage_trips"], "staff"],
  "an administrator": [["manage_users"], "admin"],
} as const;
type Actor = keyof typeof actors;

const allowed: Record<keyof typeof others, Actor[]> = {
  "one who holds nothing": ["clerk", "equal", "giver", "administrator"],
  "one who holds manage_trips": ["equal", "giver"],
  "an administrator": ["administrator"],
};

/** Each gives the status of the answer. */
const put = (change: (other: Other) => object) => async (by: Client, other: Other) =>
  (await by.put(`/api/users/${other.id}`, change(other))).status;
const post = (page: string, fields: Record<string, string>) => async (by: Client, other: Other) => {
  const { status } = await by.submit(`/settings/users/${other.id}/${page}`, fields);
  return status === 302 ? 200 : status;
};
const touches: Record<string, (by: Client, other: Other) => Promise<number>> = {
  "the name": put(({ username }) => ({ username: `${username} الجديد` })),
  "the e-mail": put(({ username }) => ({ email: `new-${username}@example.com` })),
  "the password": put(() => ({ password: "Zamzam & Safa 1447" })),
  "the roles": put(() => ({ role_ids: [] })),
  "the state": put(() => ({ is_active: false })),
  "the name, by form": (by, other) =>
    post("edit", { username: `${other.username} النموذج`, email: `${other.username}@example.com` })(
      by,
      other,
    ),
  "the sessions": post("access", { end: "all" }),
  "the second factor": post("access/reset", {}),
  deletion: async (by, { id }) => (await by.delete(`/api/users/${id}`)).status,
  "deletion, by form": post("delete", {}),
};

describe.each(Object.keys(actors) as Actor[])("as %s", (actor) => {
  let client: Client;
  beforeAll(async () => {
    const [holds, user_type] = actors[actor];
    client = await signIn(office.url, await hire(holds, user_type));
  });

  test.each(Object.keys(others) as (keyof typeof others)[])("%s", async (other) => {
    const [holds, user_type] = others[other];
    const table: Record<string, number> = {};
    for (const [name, touch] of Object.entries(touches)) {
      const target = await hire(holds, user_type);
      const session = await signIn(office.url, target);
      if (name === "the second factor") await switchOnTwoFactor(session);
      const stored = () => office.knex("users").where({ id: target.id }).first();
      const before = JSON.stringify(await stored());
      table[name] = await touch(client, target);
      const left = () => office.knex("two_factor_secrets").where({ user_id: target.id });
      if (table[name] === 200) {
        if (name === "the second factor") expect(await left()).toEqual([]);
        continue;
      }
      expect([name, JSON.stringify(await stored()), await me(session)]).toEqual([name, before, 200]);
      expect(await left()).toHaveLength(Number(name === "the second factor"));
    }
    const status = allowed[other].includes(actor) ? 200 : 403;
    expect(table).toEqual(Object.fromEntries(Object.keys(touches).map((name) => [name, status])));
  });
});

describe("an administrator", () => {
  test("is made and unmade by administrators alone, and one remains", async () => {
    const giver = await signIn(office.url, await hire(actors.giver[0], "staff"));
    const chief = await hire(actors.giver[0], "admin");
    const one = await hire([], "staff");
    const type = (by: Client, { id }: { id: number }, user_type: string) =>
      by.put(`/api/users/${id}`, { user_type });
    for (const whom of [one, (await giver.get("/api/auth/me")).body.user]) {
      const { status, body } = await type(giver, whom, "admin");
      expect([status, Object.keys(body.fields)]).toEqual([403, ["user_type"]]);
    }
    const body = { username: "صانع", email: "maker@example.com", password: "Zamzam & Safa 1447" };
    expect((await giver.post("/api/users", { ...body, user_type: "admin" })).status).toBe(403);

    const client = await signIn(office.url, chief);
    expect((await type(client, one, "admin")).status).toBe(200);
    expect((await type(client, one, "staff")).status).toBe(200);
    await office.knex("users").whereNot({ id: chief.id }).where({ user_type: "admin" }).update({
      is_active: false,
    });
    const last = await type(client, chief, "staff");
    expect([last.status, last.body.fields]).toEqual([
      409,
      { user_type: "لا بد أن يبقى في المكتب مدير نشط واحد على الأقل" },
    ]);
  });
});

describe("the screens", () => {
  const browser = useBrowser(office);

  test("show a user who is not one's to touch, and no button that would", async () => {
    const clerk = await hire(["manage_users"], "staff");
    const boss = await hire(["manage_financials"], "staff");
    await switchOnTwoFactor(await signIn(office.url, boss));
    const client = await signIn(office.url, clerk);
    const path = `/settings/users/${boss.id}`;
    const { body: list } = await client.get(`/settings/users?search=${boss.username}`);
    expect(list).toMatch(new RegExp(`href="${path}/edit[^"]*"[^>]*>عرض<`));
    expect(list).not.toContain(`${path}/delete`);
    const edit = await client.get(`${path}/edit`);
    expect([edit.status, edit.body.includes("لهذا المستخدم صلاحيات ليست لك")]).toEqual([200, true]);
    expect(edit.body).not.toMatch(/name="(username|email|password)"/);
    for (const [id, sentence] of [
      [boss.id, "لهذا المستخدم صلاحيات ليست لك"],
      [clerk.id, "لا يمكنك حذف حسابك أنت"],
    ]) {
      const asked = await client.get(`/settings/users/${id}/delete`);
      expect([asked.body.includes(sentence as string), asked.body.includes("هل أنت متأكد")]).toEqual([
        true,
        false,
      ]);
    }
    const access = await client.get(`${path}/access`);
    expect(access.body).toContain("لهذا المستخدم صلاحيات ليست لك");
    expect(access.body).not.toMatch(/name="end"|access\/reset/);
  });

  test.each(["wide", "phone"] as const)("look their best (%s)", async (screen) => {
    const clerk = await hire(["manage_users"], "staff");
    const boss = await hire(["manage_financials"], "staff");
    await signIn(office.url, boss);
    const page = await browser.signedIn(`/settings/users?search=hired`, {
      screen,
      login: { username: clerk.username, password },
    });
    await picture(page, `touch/list-${screen}`);
    for (const dialog of ["edit", "access"]) {
      await page.goto(`${office.url}/settings/users/${boss.id}/${dialog}`);
      await picture(page, `touch/${dialog}-${screen}`);
    }
  });
});

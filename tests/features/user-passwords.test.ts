import { describe, expect, test } from "vitest";
import type { Permission } from "~/domain/permissions";
import { type Answer, signIn } from "../support/client";
import { useOffice } from "../support/office";
import { createUser } from "../support/users";

const { office, client } = useOffice({ isBusy: true });
let made = 0;

const secret = "Zamzam & Safa 1447";
const whole = () => ({
  username: `موظف ${++made}`,
  email: `staff${made}@example.com`,
  password: `${secret} ${made}`,
});

async function hire(holds: Permission[]) {
  const user = await createUser(office.knex, `hired${++made}`, holds);
  return { ...user, client: await signIn(office.url, user) };
}

const create = async (body: object) => (await client.post("/api/users", { ...whole(), ...body })).body.user;
const statusAndFields = ({ status, body }: Answer) => [status, Object.keys(body.fields ?? {})];

describe("passwords", () => {
  test("a common one is refused in any digits and letters, and so are blanks", async () => {
    for (const password of ["1234567890", "١٢٣٤٥٦٧٨٩٠", "QwertyUiop", " ".repeat(12)])
      expect(statusAndFields(await client.post("/api/users", { ...whole(), password }))).toEqual([
        422,
        ["password"],
      ]);
  });

  test("the user's own name is refused, and it is the new one that counts", async () => {
    const username = "Abdulrahman Al-Harbi";
    const taken = await client.post("/api/users", {
      ...whole(),
      username,
      password: ` ${username.toUpperCase()} `,
    });
    expect(statusAndFields(taken)).toEqual([422, ["password"]]);
    const { id } = await create({ username });
    const renamed = { username: "عبد الرحمن الحربي", password: username };
    expect((await client.put(`/api/users/${id}`, renamed)).status).toBe(200);
    const again = await client.put(`/api/users/${id}`, { password: renamed.username });
    expect(statusAndFields(again)).toEqual([422, ["password"]]);
  });

  test("one that is set ends the sessions, opens a new one, and the audit log tells that it was set", async () => {
    const clerk = await hire(["manage_suppliers"]);
    for (const none of ["", null, undefined])
      expect((await client.put(`/api/users/${clerk.id}`, { password: none })).status).toBe(200);
    expect((await clerk.client.get("/api/auth/me")).status).toBe(200);
    await client.put(`/api/users/${clerk.id}`, { password: secret });
    expect((await clerk.client.get("/api/auth/me")).status).toBe(401);
    await signIn(office.url, { ...clerk, password: secret });
    await expect(signIn(office.url, clerk)).rejects.toThrow("401");
    const lines = await office.knex("audit_log").where({ action: "password", record_id: clerk.id });
    expect(lines).toMatchObject([{ username: "manager", record_name: clerk.username, changes: {} }]);
  });

  test("one's own is changed by nobody without the present one, by call and by form", async () => {
    const chief = await hire(["manage_users", "manage_roles"]);
    const path = `/api/users/${chief.id}`;
    for (const more of [{}, { present_password: null }, { present_password: "Wrong-2026" }])
      expect(statusAndFields(await chief.client.put(path, { password: secret, ...more }))).toEqual([
        422,
        ["present_password"],
      ]);
    const fields = { username: chief.username, email: `${chief.username}@example.com`, password: secret };
    const form = await chief.client.submit(`/settings/users/${chief.id}/edit`, fields);
    expect([form.status, form.body.includes("كلمة مرورك الحالية")]).toEqual([422, true]);
    const failed = await office.knex("audit_log").where({ action: "proof_failed", record_id: chief.id });
    expect(failed).toHaveLength(1);
    const other = await signIn(office.url, chief);
    const right = { password: secret, present_password: chief.password };
    expect((await chief.client.put(path, right)).status).toBe(200);
    await signIn(office.url, { ...chief, password: secret });
    // The session that calls stays, as on the screen; the others end.
    const statuses = await Promise.all([chief.client, other].map((one) => one.get("/api/auth/me")));
    expect(statuses.map(({ status }) => status)).toEqual([200, 401]);
  });

  test("a present one is limited like a login", async () => {
    const chief = await hire(["manage_users"]);
    const answers = [];
    for (let index = 0; index < 11; index++)
      answers.push(
        (
          await chief.client.put(`/api/users/${chief.id}`, {
            password: secret,
            present_password: `Wrong-${index}`,
          })
        ).status,
      );
    expect(answers).toEqual([...Array(10).fill(422), 429]);
  });

  test("stand in no answer, page, table or log", async () => {
    const answers: Answer[] = [];
    const ask = async (answer: Promise<Answer>) => answers.push(await answer);
    const body = whole();
    const key = { "Idempotency-Key": "key of a password" };
    for (let turn = 0; turn < 2; turn++) await ask(client.post("/api/users", body, key));
    await ask(client.post("/api/users", { ...body, password: `${secret} other` }, key));
    await ask(client.post("/api/users", body));
    await ask(client.post("/api/users", { ...whole(), email: "" }));
    const { id } = answers[0]?.body.user ?? {};
    await ask(client.put(`/api/users/${id}`, { password: `${secret}!` }));
    const fields = { username: "", email: "x", password: secret, user_type: "staff", role_ids: "" };
    await ask(client.submit("/settings/users/new", fields));
    await ask(client.submit("/settings/users/new", { ...fields, intent: "step" }));
    await ask(
      client.submit("/settings/users/new", { ...fields, username: body.username, email: "x@example.com" }),
    );
    await ask(client.submit(`/settings/users/${id}/edit`, { ...fields, updated_at: "stale" }));
    await ask(
      client.submit(`/settings/users/${id}/edit`, { ...fields, username: "ن", email: "n@example.com" }),
    );
    const statuses = [201, 201, 409, 409, 422, 200, 422, 200, 409, 422, 302];
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    for (const path of ["", `/${id}`]) await ask(client.get(`/api/users${path}`));
    for (const path of ["", "/new", `/${id}/edit`]) await ask(client.get(`/settings/users${path}`));
    for (const { status, body: told } of answers) {
      const text = typeof told === "string" ? told : JSON.stringify(told);
      expect([status, /Zamzam (&|&amp;|\\u0026) Safa|argon2/.test(text)]).toEqual([status, false]);
    }
    const { rows } = await office.knex.raw("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    for (const { tablename } of rows) {
      const found = await office.knex.raw("SELECT FROM ?? AS row WHERE row::text LIKE ?", [
        tablename,
        "%Safa 1447%",
      ]);
      expect([tablename, found.rowCount]).toEqual([tablename, 0]);
      const hashes = await office.knex.raw("SELECT FROM ?? AS row WHERE row::text LIKE ?", [
        tablename,
        "%argon2%",
      ]);
      expect([tablename, hashes.rowCount > 0]).toEqual([tablename, tablename === "users"]);
    }
    expect(office.app.output()).not.toContain("Safa 1447");
  });
});

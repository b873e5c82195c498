import { beforeAll, describe, expect, test } from "vitest";
import type { Permission } from "~/domain/permissions";
import { user } from "~/features/users/user";
import { type Answer, hiddenField } from "../support/client";
import { inCash, makeCurrency } from "../support/factories";
import { useOffice } from "../support/office";
import { standardCalls } from "../support/standard-calls";
import { enterAs, password } from "../support/users";

const { office, client } = useOffice();
let made = 0;
/** A role that holds nothing, which anyone who manages users may give. */
let guide: { id: number; name: string };

beforeAll(async () => {
  guide = (await client.post("/api/roles", { name: "مرشد" })).body.role;
});

const secret = "Zamzam & Safa 1447";
const whole = () => ({
  username: `موظف ${++made}`,
  full_name: `موظف المكتب ${made}`,
  full_name_latin: `Employee ${made}`,
  email: `staff${made}@example.com`,
  password: `${secret} ${made}`,
  user_type: made % 2 ? "staff" : "admin",
  role_ids: made % 3 ? [] : [1].map(() => guide.id),
});

standardCalls(office, client, user, {
  whole,
  shown: ({ role_ids = [], ...sent }) => ({
    ...("password" in sent && { password: undefined }),
    is_active: true,
    last_login_at: null,
    roles: (role_ids as number[]).map(() => ({ id: guide.id, name: guide.name })),
  }),
  required: ["username", "email", "password"],
  requiredOnce: ["password"],
  defaults: { full_name: null, full_name_latin: null, user_type: "staff", role_ids: [], is_active: true },
  refused: [
    ["username", "س".repeat(101)],
    ["email", "staff@"],
    ["password", "Zam-2026"],
    ["password", "ز".repeat(201)],
    ["password", "1234567890"],
    ["password", "QwertyUIOP"],
    ["user_type", "root"],
    ["role_ids", ["x"]],
    ["role_ids", [999_999]],
  ],
  badFilters: ["role_id=x", "is_active=x", "user_type=root"],
});

let hired = 0;

/** Someone who holds these, with a session of their own. */
const hire = (holds: Permission[]) => enterAs(office, `hired${++hired}`, holds);

const create = async (body: object = {}) =>
  (await client.post("/api/users", { ...whole(), ...body })).body.user;
const statusAndFields = ({ status, body }: Answer) => [status, Object.keys(body.fields ?? {})];

describe("finding", () => {
  beforeAll(async () => {
    await create({ username: "أمل الحربي", email: "amal@example.com", role_ids: [guide.id] });
    const { id } = await create({
      username: "Badr",
      email: "badr@example.com",
      user_type: "admin",
      role_ids: [],
    });
    await client.put(`/api/users/${id}`, { is_active: false });
  });

  test.each([
    ["search=امل", ["أمل الحربي"]],
    ["search=BADR@", ["Badr"]],
    ["search=badr&is_active=false&user_type=admin", ["Badr"]],
    ["search=badr&is_active=true", []],
    ["search=امل&role_id=:guide", ["أمل الحربي"]],
    ["search=badr&role_id=:guide", []],
    ["search=%25", []],
  ])("by %s", async (query, names) => {
    const path = `?${query.replace(":guide", String(guide.id))}`;
    const { body } = await client.get(`/api/users${path}`);
    expect(body.users.map(({ username }: { username: string }) => username)).toEqual(names);
    const page = (await client.get(`/settings/users${path}`)).body;
    for (const name of names) expect(page).toContain(name);
    expect(page.includes("لا يوجد مستخدمون يطابقون البحث")).toBe(names.length === 0);
  });

  test("a filter that is none is said so", async () => {
    expect((await client.get("/settings/users?role_id=x")).body).toContain("الدور: قيمة غير معروفة");
  });

  test("the last login is the latest that the audit log tells of", async () => {
    const { id, username } = await create();
    await office.knex.raw("SELECT note_in_audit_log('login', ?, ?), note_in_audit_log('logout', ?, ?)", [
      id,
      username,
      id,
      username,
    ]);
    const { at } = await office.knex("audit_log").where({ action: "login", user_id: id }).first();
    expect((await client.get(`/api/users/${id}`)).body.user.last_login_at).toBe(at.toISOString());
    expect((await client.get(`/settings/users?search=${username}`)).body).toMatch(
      /\d{4}-\d\d-\d\d \d\d:\d\d/,
    );
  });

  test("who manages trips reads ids and names, and finds by nothing else", async () => {
    const guideClient = await hire(["manage_trips"]);
    const { body } = await guideClient.get("/api/users?search=badr");
    expect(body.users).toEqual([{ id: expect.any(Number), username: "Badr" }]);
    expect((await guideClient.get(`/api/users/${body.users[0].id}`)).body).toEqual({ user: body.users[0] });
    expect((await guideClient.get("/api/users?search=badr@example")).body.users).toEqual([]);
    const page = (await guideClient.get("/api/users?is_active=false&per_page=200")).body;
    expect(page.users.length).toBe((await office.knex("users")).length);
  });
});

describe("unique", () => {
  test("user name and email, whatever the case", async () => {
    const { username, email, id } = await create({ username: "Nadia", email: "nadia@example.com" });
    const taken = [
      { ...whole(), username: username.toUpperCase() },
      { ...whole(), email: email.toUpperCase() },
    ];
    const fields = ["username", "email"];
    for (const [index, body] of taken.entries()) {
      expect(statusAndFields(await client.post("/api/users", body))).toEqual([409, [fields[index]]]);
      const field = fields[index] as "username" | "email";
      const other = await create();
      const change = { [field]: body[field] };
      expect(statusAndFields(await client.put(`/api/users/${other.id}`, change))).toEqual([409, [field]]);
    }
    expect((await client.put(`/api/users/${id}`, { username: "NADIA" })).status).toBe(200);
  });
});

describe("deletion", () => {
  test("of one whose name stands on something is refused, naming it, on every way", async () => {
    const cashier = await hire(["manage_financials"]);
    await makeCurrency(office.knex, "SAR", "1", { is_default: true });
    await cashier.post("/api/cash-boxes", { name: "صندوق", currency_code: "SAR", balance: 100 });
    const customer = (await client.post("/api/customers", { name: "عميل", phone: "0555" })).body.customer;
    const box = (await client.get("/api/cash-boxes")).body.cash_boxes[0];
    await cashier.post("/api/receipt-vouchers", {
      customer_id: customer.id,
      ...inCash(box.id, 1, 10),
      date: "2026-02-02",
      description: "دفعة",
    });
    const { receipt_number } = await office.knex("receipt_vouchers").first();
    const sentence = `لا يمكن الحذف: المستخدم «${cashier.username}» مذكور في سند القبض ${receipt_number}. يمكن إيقاف حسابه بدل حذفه`;
    const question = await client.get(`/settings/users/${cashier.id}/delete`);
    expect(question.body.replaceAll(/<[^>]*>/g, "")).toContain(sentence);
    expect(question.body).not.toContain("هل أنت متأكد");
    expect(question.body).not.toMatch(/<button class="button danger"/);
    const answer = await client.delete(`/api/users/${cashier.id}`);
    expect([answer.status, answer.body.message]).toEqual([409, sentence]);
    const page = await client.submit(`/settings/users/${cashier.id}/delete`, {});
    expect(page.status).toBe(409);
    expect(page.body.replaceAll(/<[^>]*>/g, "")).toContain(`فشل حذف المستخدم: ${sentence}`);
    expect((await cashier.get("/api/auth/me")).status).toBe(200);
  });

  test("takes sessions and one-time keys along, and leaves the name in the audit log", async () => {
    const clerk = await hire(["manage_suppliers"]);
    const supplier = { name: "مورد", phone: "0555" };
    await clerk.post("/api/suppliers", supplier, { "Idempotency-Key": "once" });
    expect((await client.delete(`/api/users/${clerk.id}`)).body).toEqual({ success: true });
    expect((await clerk.get("/api/auth/me")).status).toBe(401);
    const [line] = await office.knex("audit_log").where({ user_id: clerk.id, kind: "suppliers" });
    expect(line.username).toBe(clerk.username);
  });
});

describe("screens", () => {
  test("a user is added, changed and deleted by forms as they stand", async () => {
    const form = (await client.get("/settings/users/new?search=سعاد")).body;
    expect(form).toContain(
      'autoComplete="new-password"'.toLowerCase().replace("autocomplete", "autoComplete"),
    );
    const fields = {
      idempotency_key: hiddenField(form, "idempotency_key"),
      username: "سعاد",
      email: "suad@example.com",
      password: "",
      user_type: "staff",
      role_ids: ["", String(guide.id)],
    };
    const refused = await client.submit("/settings/users/new?search=سعاد", fields);
    expect([refused.status, refused.body.includes('value="سعاد"')]).toEqual([422, true]);
    const added = await client.submit("/settings/users/new?search=سعاد", { ...fields, password });
    expect([added.status, decodeURI(added.headers.get("Location") ?? "")]).toEqual([
      302,
      "/settings/users?search=سعاد",
    ]);
    const [stored] = (await client.get("/api/users?search=سعاد")).body.users;
    expect(stored).toMatchObject({ username: "سعاد", role_ids: [guide.id], is_active: true });

    const edit = (await client.get(`/settings/users/${stored.id}/edit`)).body;
    expect(edit).toContain(`/settings/users/${stored.id}/access`);
    const change = {
      ...fields,
      password: "",
      updated_at: hiddenField(edit, "updated_at"),
      role_ids: "",
      is_active: "",
    };
    expect((await client.submit(`/settings/users/${stored.id}/edit`, change)).status).toBe(302);
    const { user: changed } = (await client.get(`/api/users/${stored.id}`)).body;
    expect(changed).toMatchObject({ is_active: false, role_ids: [] });
    const stale = await client.submit(`/settings/users/${stored.id}/edit`, {
      ...change,
      role_ids: String(guide.id),
    });
    expect([stale.status, stale.body.includes("القيمة الحالية")]).toEqual([409, true]);

    expect((await client.get(`/settings/users/${stored.id}/delete`)).body).toContain(
      "هل أنت متأكد من حذف المستخدم «سعاد»؟",
    );
    expect((await client.submit(`/settings/users/${stored.id}/delete`, {})).status).toBe(302);
    expect((await client.get(`/api/users/${stored.id}`)).status).toBe(404);
  });

  test("nobody is offered to switch themselves off", async () => {
    const { id } = (await client.get("/api/auth/me")).body.user;
    expect((await client.get("/settings/users?search=manager")).body).not.toContain(
      `/settings/users/${id}/delete`,
    );
    const form = (await client.get(`/settings/users/${id}/edit`)).body;
    expect(form).toContain("لا يمكنك إيقافه ولا حذفه");
    expect(/<input type="checkbox"[^>]*name="is_active"/.test(form)).toBe(false);
  });
});

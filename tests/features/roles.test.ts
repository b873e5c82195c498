import { describe, expect, test } from "vitest";
import { permissionGroups, permissionLabels, permissionSentences } from "~/domain/permissions";
import { role } from "~/features/roles/role";
import { hiddenField, signIn } from "../support/client";
import { useOffice } from "../support/office";
import { standardCalls } from "../support/standard-calls";
import { createUser } from "../support/users";

const { office, client } = useOffice({ isBusy: true });
let made = 0;

const whole = () => ({ name: `دور ${++made}`, description: `وصف\nالدور ${made}` });

standardCalls(office, client, role, {
  whole,
  required: ["name"],
  defaults: { description: null },
  refused: [
    ["name", "س".repeat(101)],
    ["description", "س".repeat(501)],
  ],
});

const create = async (body: object = {}) =>
  (await client.post("/api/roles", { ...whole(), ...body })).body.role;
type Named = { id: number; name: string };
const idsOf = async (...names: string[]) => {
  const { permissions } = (await client.get("/api/permissions")).body;
  return names.map((name) => permissions.find((one: Named) => one.name === name).id as number);
};
const auditLogOf = (id: number) =>
  office.knex("audit_log").where({ kind: "roles", record_id: id }).orderBy("id").pluck("changes");

test("a name is taken once", async () => {
  const { name } = await create();
  const taken = await client.post("/api/roles", { name });
  expect([taken.status, taken.body.fields]).toEqual([409, { name: "اسم الدور مستخدم من قبل" }]);
  const page = await client.submit("/settings/roles/new", { name, description: "" });
  expect([page.status, page.body.includes("فشل إنشاء الدور")]).toEqual([409, true]);
});

describe("permissions", () => {
  test("are thirteen, each with a name, a sentence and a place in a group", async () => {
    const { permissions } = (await client.get("/api/permissions")).body;
    const names = permissions.map(({ name }: Named) => name);
    expect(names.toSorted()).toEqual(Object.keys(permissionLabels).toSorted());
    expect(permissionGroups.flatMap(([, names]) => names).toSorted()).toEqual(names.toSorted());
    expect((await client.get("/api/permissions?per_page=2&page=7")).body).toMatchObject({
      total: 13,
      page: 7,
    });
    expect((await client.post("/api/permissions", {})).headers.get("Allow")).toBe("GET");
    const { id } = await create();
    const page = (await client.get(`/settings/roles/${id}`)).body;
    for (const sentence of Object.values(permissionSentences)) expect(page).toContain(sentence);
  });

  test("of a role are a bare array, replaced as a whole, and the audit log tells what came and went", async () => {
    const { id, updated_at } = await create();
    const path = `/api/roles/${id}/permissions`;
    expect((await client.get(path)).body).toEqual([]);
    const [agents = 0, trips = 0, reports = 0] = await idsOf("manage_agents", "manage_trips", "view_reports");
    const first = await client.put(path, { permission_ids: [trips, agents, trips] });
    expect(first.status).toBe(200);
    expect(first.body).toEqual([
      { id: agents, name: "manage_agents" },
      { id: trips, name: "manage_trips" },
    ]);
    expect((await client.put(path, { permission_ids: [trips, reports] })).body).toEqual(
      (await client.get(path)).body,
    );
    expect((await auditLogOf(id)).slice(1)).toEqual([
      { permissions: [null, ["manage_agents", "manage_trips"]] },
      { permissions: [["manage_agents"], null] },
      { permissions: [null, ["view_reports"]] },
    ]);
    await client.put(path, { permission_ids: [reports, trips] });
    expect(await auditLogOf(id)).toHaveLength(4);

    const late = await client.put(path, { permission_ids: [], updated_at });
    expect([late.status, late.body.current?.permissions.length]).toEqual([409, 2]);
    expect((await client.put(path, { permission_ids: [] })).body).toEqual([]);
  });

  test("that are none are refused, and change nothing", async () => {
    const { id } = await create();
    const [trips] = await idsOf("manage_trips");
    const path = `/api/roles/${id}/permissions`;
    await client.put(path, { permission_ids: [trips] });
    for (const permission_ids of [undefined, null, [trips, 999_999], ["x"], "manage_trips", {}, [0]]) {
      const { status, body } = await client.put(path, { permission_ids });
      expect([permission_ids, status, Object.keys(body.fields ?? {})]).toEqual([
        permission_ids,
        422,
        ["permission_ids"],
      ]);
    }
    expect((await client.get(path)).body).toHaveLength(1);
    expect((await client.get("/api/roles/999999/permissions")).status).toBe(404);
    expect((await client.put("/api/roles/999999/permissions", { permission_ids: [] })).status).toBe(404);
    expect((await client.post(path, {})).headers.get("Allow")).toBe("GET, PUT");
  });

  test("take effect at the very next request of every open session", async () => {
    const clerk = await createUser(office.knex, "clerk", ["manage_trips"]);
    const sessions = await Promise.all([1, 2].map(() => signIn(office.url, clerk)));
    const path = `/api/roles/${clerk.roleId}/permissions`;
    const statuses = async () => {
      const all = await Promise.all(
        sessions.flatMap((session) => [session.get("/api/suppliers"), session.get("/suppliers")]),
      );
      return all.map(({ status }) => status);
    };
    for (let round = 0; round < 5; round++) {
      await client.put(path, { permission_ids: await idsOf("manage_suppliers") });
      expect(await statuses()).toEqual([200, 200, 200, 200]);
      await client.put(path, { permission_ids: await idsOf("manage_trips") });
      expect(await statuses()).toEqual([403, 403, 403, 403]);
    }
  });
});

test("a role that someone holds is not deleted, and who holds it is named", async () => {
  const held = await create({ name: "محاسب" });
  const { id } = held;
  const people = ["ali", "basma", "camal", "dina"];
  for (const [index, username] of people.entries()) {
    const email = `${username}@example.com`;
    await client.post("/api/users", { username, email, password: "Zamzam & Safa 1447", role_ids: [id] });
    const { status, body } = await client.delete(`/api/roles/${id}`);
    expect(status).toBe(409);
    const names = people.slice(0, Math.min(index + 1, 3)).map((name) => `«${name}»`);
    const holders = ["المستخدم", "المستخدمان"][index] ?? "المستخدمون";
    const whose = `${holders} ${names.join("، ")}${index > 2 ? " وغيرهم" : ""}`;
    expect(body.message).toBe(
      `لا يمكن الحذف: الدور «محاسب» يحمله ${whose}. انزعه ${["عنه", "عنهما"][index] ?? "عنهم"} أولًا`,
    );
  }
  const page = await client.submit(`/settings/roles/${id}/delete`, {});
  expect([page.status, page.body.includes("يحمله المستخدمون «ali»")]).toEqual([409, true]);
});

describe("screens", () => {
  test("a role is made, given its permissions, renamed and deleted by forms as they stand", async () => {
    const form = (await client.get("/settings/roles/new")).body;
    const key = hiddenField(form, "idempotency_key");
    const blank = await client.submit("/settings/roles/new", {
      idempotency_key: key,
      name: " ",
      description: "",
    });
    expect([blank.status, blank.body.includes("اسم الدور مطلوب")]).toEqual([422, true]);
    const fields = { idempotency_key: key, name: "مشرف", description: "يرافق المجموعات" };
    const added = await client.submit("/settings/roles/new", fields);
    const path = added.headers.get("Location") ?? "";
    expect([added.status, path]).toEqual([302, expect.stringMatching(/^\/settings\/roles\/\d+$/)]);

    const [trips = 0, settings = 0] = await idsOf("manage_trips", "manage_settings");
    const checklist = (await client.get(path)).body;
    expect(checklist).toContain("صلاحيات الدور «مشرف»".replace("مشرف", "<!-- -->مشرف<!-- -->"));
    expect(checklist).toContain("بلا صلاحيات");
    const updated_at = hiddenField(checklist, "updated_at");
    const ticked = { permission_ids: ["", String(trips), String(settings)], updated_at };
    const saved = await client.submit(path, ticked);
    expect([saved.status, saved.headers.get("Location")]).toEqual([302, path]);
    const flash = saved.headers.getSetCookie().find((cookie) => cookie.startsWith("office_flash"));
    const headers = { Cookie: `${client.cookie}; ${flash?.split(";")[0]}` };
    const told = await (await fetch(office.url + path, { headers })).text();
    expect(told).toContain("تم حفظ صلاحيات الدور «مشرف»");
    const after = (await client.get(path)).body;
    expect(checkedIn(after)).toEqual([settings, trips]);

    const stale = await client.submit(path, { ...ticked, permission_ids: "" });
    expect([stale.status, checkedIn(stale.body)]).toEqual([409, []]);
    expect(stale.body).toContain("إعدادات الشركة، الرحلات");

    const edit = (await client.get(`${path}/edit`)).body;
    const renamed = { name: "مشرف مجموعة", description: "", updated_at: hiddenField(edit, "updated_at") };
    const done = await client.submit(`${path}/edit`, renamed);
    expect([done.status, done.headers.get("Location")]).toEqual([302, path]);
    expect((await client.get("/settings/roles")).body).toContain("مشرف مجموعة");

    expect((await client.get(`${path}/delete`)).body).toContain("هل أنت متأكد من حذف الدور «مشرف مجموعة»؟");
    const gone = await client.submit(`${path}/delete`, {});
    expect([gone.status, gone.headers.get("Location")]).toEqual([302, "/settings/roles"]);
    expect((await client.get(path)).status).toBe(404);
  });
});

/** The permissions that are ticked in a page. */
function checkedIn(page: string) {
  const boxes = page.match(/<input[^>]*name="permission_ids"[^>]*>/g) ?? [];
  return boxes.filter((box) => box.includes("checked")).map((box) => Number(box.match(/value="(\d+)"/)?.[1]));
}

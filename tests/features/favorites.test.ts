import { beforeAll, describe, expect, test } from "vitest";
import { type Client, hiddenField } from "../support/client";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

const { office, client: manager } = useOffice();
let clerk: Client & { id: number };
let made = 0;

beforeAll(async () => {
  clerk = await clerkOf();
});

/** A new user of contracts, who manages no settings. */
const clerkOf = () => enterAs(office, `clerk${++made}`, ["manage_contracts"]);

const formOf = (to: string) => `/favorites/new?to=${encodeURIComponent(to)}`;

const keep = (by: Client, to: string, name: string, more: object = {}) =>
  by.submit(formOf(to), { name, ...more });

const storedAs = (name: string) => office.knex("saved_views").where({ name }).first();

/** The favourites of the menu on a page: their names and addresses, and which is marked. */
async function menuOf(by: Client, path = "/account") {
  const { body } = await by.get(path);
  const [, list = ""] = body.match(/<ul class="kept">(.*?)<\/ul>/) ?? [];
  return [...list.matchAll(/<a href="([^"]*)" title="([^"]*)"[^>]*?( aria-current="page")?>/g)].map(
    ([, href, name, current]) => ({ href: href?.replaceAll("&amp;", "&"), name, current: Boolean(current) }),
  );
}

const marked = (html: string) => (html.match(/aria-current="page"/g) ?? []).length;

test("an open view is kept under a name, opened from the menu, renamed and deleted", async () => {
  const view = "/contracts?search=%D9%87%D8%AF%D9%89&status=active";
  const { body: list } = await clerk.get("/contracts?status=active&is_owing=&search=هدى&page=2");
  const href = list.match(/class="save-view" href="([^"]*)"/)?.[1] ?? "";
  expect(href).toBe(formOf(view));
  const { body: form } = await clerk.get(href);
  expect(form.includes(`class="button" href="${view.replace("&", "&amp;")}"`)).toBe(true); // إلغاء

  const fields = { name: "عقود هدى", idempotency_key: hiddenField(form, "idempotency_key") };
  for (let times = 0; times < 2; times++) {
    const saved = await clerk.submit(href, fields);
    expect([saved.status, saved.headers.get("Location")]).toEqual([302, view]);
  }
  expect(await storedAs("عقود هدى")).toMatchObject({ user_id: clerk.id, address: view });

  expect(await menuOf(clerk)).toEqual([{ href: view, name: "عقود هدى", current: false }]);
  const opened = await clerk.get("/contracts?status=active&search=هدى&page=1");
  expect(await menuOf(clerk, view)).toMatchObject([{ current: true }]);
  expect(marked(opened.body)).toBe(1);
  expect(opened.body).toContain("محفوظ في المفضلة");
  expect(await menuOf(clerk, "/contracts")).toMatchObject([{ current: false }]);
  expect(await menuOf(manager)).toEqual([]);

  const { id, updated_at } = await storedAs("عقود هدى");
  const rename = { name: "هدى", updated_at: updated_at.toISOString() };
  expect((await clerk.submit(`/favorites/${id}/edit`, rename)).headers.get("Location")).toBe("/favorites");
  const stale = await clerk.submit(`/favorites/${id}/edit`, { ...rename, name: "أخرى" });
  expect([stale.status, stale.body.includes("عدّلت هذا السجل من شاشة أخرى")]).toEqual([409, true]);
  expect((await clerk.get("/favorites")).body).toMatch(/<a href="[^"]*status=active"[^>]*><bdi>هدى<\/bdi>/);
  expect((await clerk.get(`/favorites/${id}/delete`)).body).toContain("«هدى»؟");
  expect((await clerk.submit(`/favorites/${id}/delete`, {})).status).toBe(302);
  expect(await menuOf(clerk)).toEqual([]);
  expect(
    await office
      .knex("audit_log")
      .where({ kind: "saved_views", record_id: id })
      .orderBy("id")
      .pluck("action"),
  ).toEqual(["insert", "update", "delete"]);
});

describe("for all", () => {
  test("who manages the settings keeps views for all; each sees those whose screen they may open, behind their own", async () => {
    await keep(manager, "/contracts?is_owing=true", "أ عليهم متبقٍّ", { for_all: "true" });
    await keep(manager, "/trips/visas?status=pending", "أ تأشيرات", { for_all: "true" });
    await keep(clerk, "/contracts?status=cancelled", "ي ملغاة");
    expect((await storedAs("أ تأشيرات")).user_id).toBeNull();
    expect((await menuOf(clerk)).map(({ name }) => name)).toEqual(["ي ملغاة", "أ عليهم متبقٍّ"]);
    expect((await menuOf(manager)).map(({ name }) => name)).toEqual(["أ تأشيرات", "أ عليهم متبقٍّ"]);
    const { body } = await clerk.get("/favorites");
    expect(body).not.toContain("أ تأشيرات");
    expect(body.match(/\/edit/g)).toHaveLength(1);
  });

  test("others are not offered it, and are refused it with what they typed", async () => {
    expect((await clerk.get(formOf("/contracts"))).body).not.toContain('name="for_all"');
    const refused = await keep(clerk, "/contracts", "عندي", { for_all: "true" });
    expect([
      refused.status,
      refused.body.includes("إعدادات الشركة"),
      refused.body.includes('value="عندي"'),
    ]).toEqual([403, true, true]);
    const { id } = await storedAs("أ عليهم متبقٍّ");
    for (const deed of ["edit", "delete"]) {
      expect((await clerk.get(`/favorites/${id}/${deed}`)).status).toBe(403);
      expect((await clerk.submit(`/favorites/${id}/${deed}`, { name: "س" })).status).toBe(403);
    }
    expect(await storedAs("أ عليهم متبقٍّ")).toBeDefined();
  });

  test("one that a manager may not open can still be deleted by them", async () => {
    const by = await enterAs(office, "settings", ["manage_settings"]);
    const { id } = await storedAs("أ تأشيرات");
    expect(await menuOf(by)).toEqual([]);
    expect((await by.get("/favorites")).body).toContain("لم تعد صلاحياتك تفتحها");
    expect((await by.submit(`/favorites/${id}/delete`, {})).status).toBe(302);
  });
});

test("another's own view is nobody else's to see, rename or delete", async () => {
  await keep(manager, "/customers?status=active", "خاص بالمدير");
  const { id } = await storedAs("خاص بالمدير");
  expect((await clerk.get("/favorites")).body).not.toContain("خاص بالمدير");
  for (const deed of ["edit", "delete"])
    expect((await clerk.submit(`/favorites/${id}/${deed}`, { name: "س" })).status).toBe(404);
});

test("what the roles no longer open leaves the menu, and stays in the list of one's own", async () => {
  const by = await enterAs(office, "mover", ["manage_agents"]);
  await keep(by, "/agents?type=external", "خارجيون");
  await office.knex("role_permissions").where({ role_id: by.roleId }).delete();
  expect(await menuOf(by)).toEqual([]);
  expect((await by.get("/favorites")).body).toContain("خارجيون");
});

test.each([
  ["", 422],
  ["/", 422],
  ["https://evil.example/contracts", 422],
  ["//evil.example/contracts", 422],
  ["/\\evil.example", 422],
  ["javascript:alert(1)", 422],
  ["/api/contracts", 422],
  ["/logout", 422],
  ["/uploads/visas/x.pdf", 422],
  ["/contracts/new", 422],
  ["/contracts/1/edit?x=1", 422],
  ["/contracts/export/xlsx", 422],
  ["/contracts/1/print", 422],
  ["/customers?status=active", 422], // she may not open it
  ["/contractsx", 422],
  ["/nowhere", 422],
  [`/contracts?search=${"x".repeat(2000)}`, 422],
  ["/CONTRACTS?status=active", 200],
  ["/contracts?search=%00%FF'\"<b>", 200],
])("an address to keep: %.60j answers %i", async (to, status) => {
  const by = await clerk.get(formOf(to));
  expect(by.status).toBe(status);
  const saved = await keep(clerk, to, `عنوان ${status} ${made++}`);
  expect(saved.status).toBe(status === 200 ? 302 : 422);
  expect(await storedAs(`عنوان 422 ${made - 1}`)).toBeUndefined();
});

test("a name is given once to each, and to each its own", async () => {
  const other = await clerkOf();
  expect((await keep(clerk, "/contracts?status=active", "باسم واحد")).status).toBe(302);
  const again = await keep(clerk, "/contracts?status=completed", "باسم واحد");
  expect([again.status, again.body.includes("في المفضلة عرض بهذا الاسم")]).toEqual([409, true]);
  expect((await keep(other, "/contracts?status=active", "باسم واحد")).status).toBe(302);
  for (const status of [302, 409])
    expect((await keep(manager, "/contracts", "للجميع باسم واحد", { for_all: "true" })).status).toBe(status);
});

test.each([
  ["", "هذا الحقل مطلوب"],
  ["س".repeat(81), "أطول من المسموح"],
])("the name %.5j is refused at its field", async (name, sentence) => {
  const refused = await keep(clerk, "/contracts", name);
  expect([refused.status, refused.body.includes(sentence)]).toEqual([422, true]);
});

test("a hostile name is text in the menu", async () => {
  const by = await clerkOf();
  await keep(by, "/contracts", `\u202e"><script>x</script>&amp;${"و".repeat(40)}`);
  const { body } = await by.get("/account");
  expect(body).toContain("&quot;&gt;&lt;script&gt;x&lt;/script&gt;&amp;amp;");
  expect(body).not.toMatch(/<script>x|\u202e/);
});

test("twenty are kept, also where many are saved at once", async () => {
  const by = await clerkOf();
  for (let kept = 1; kept < 20; kept++)
    await office.knex("saved_views").insert({ user_id: by.id, name: `عرض ${kept}`, address: "/contracts" });
  const answers = await Promise.all(["أول", "ثانٍ", "ثالث"].map((name) => keep(by, "/contracts", name)));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toContain("امتلأت المفضلة");
  expect(await office.knex("saved_views").where({ user_id: by.id }).count().first()).toEqual({ count: "20" });
});

test("a user's own go with the user, those for all stay", async () => {
  const by = await enterAs(office, "leaver", ["manage_settings", "manage_contracts"]);
  await keep(by, "/contracts", "ترحل");
  await keep(by, "/contracts", "تبقى", { for_all: "true" });
  expect((await manager.delete(`/api/users/${by.id}`)).body).toEqual({ success: true });
  expect([await storedAs("ترحل"), (await storedAs("تبقى")).name]).toEqual([undefined, "تبقى"]);
});

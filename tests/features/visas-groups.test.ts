import { beforeAll, expect, test } from "vitest";
import { text } from "../support/client";
import { makeCampaign, makeCustomer, makeGroup } from "../support/factories";
import { useOffice } from "../support/office";

/* The choice of a group in the forms of visas, in an office of more groups than a select offers. */

const { office, client } = useOffice();

let far: number;
let pilgrim: number;
beforeAll(async () => {
  const campaign = await makeCampaign(office.knex, 500, []);
  far = await makeGroup(office.knex, campaign, { name: "مجموعة الأوائل" });
  for (let count = 0; count < 70; count++) await makeGroup(office.knex, campaign);
  pilgrim = await makeCustomer(office.knex, { passport_number: "P1234567" });
});

/** The options of a form's select of groups. */
const optionsOf = (body: string) =>
  [
    ...(body.match(/<select[^>]*name="group_id".*?<\/select>/s)?.[0] ?? "").matchAll(
      /<option[^>]*value="(\d+)"/g,
    ),
  ].map(([, id]) => Number(id));

test.each(["/trips/visas/new", "/trips/visas/apply"])(
  "%s offers the newest, and finds others by name",
  async (path) => {
    const { body } = await client.get(path);
    expect(optionsOf(body)).toHaveLength(50);
    expect(optionsOf(body)).not.toContain(far);
    expect(optionsOf((await client.get(`${path}?group_id=${far}`)).body)).toContain(far);
    const typed = { submission_date: "2026-11-01", visa_type: "umrah", intent: "groups" };
    const search = await client.submit(path, text({ ...typed, group_query: "الاوائل" }));
    expect([search.status, optionsOf(search.body)]).toEqual([200, [far]]);
    expect(search.body).toContain("بهذا الاسم مجموعة واحدة: اختر من قائمة المجموعات");
    expect(search.body).toContain('value="2026-11-01"');
    const none = await client.submit(path, text({ ...typed, group_query: "لا أحد", group_id: far }));
    expect([none.status, optionsOf(none.body)]).toEqual([200, [far]]); // the chosen one stays
    expect(none.body).toContain("لا مجموعة بهذا الاسم");
    const bent = await client.submit(
      path,
      text({ ...typed, group_query: "%_\\'".repeat(30), group_id: "x" }),
    );
    expect(bent.status).toBe(200);
  },
);

test("a group that was found is saved, and offered when the visa is changed", async () => {
  const form = {
    customer_id: pilgrim,
    passport_number: "P1234567",
    submission_date: "2026-11-01",
    visa_type: "umrah",
  };
  expect((await client.submit("/trips/visas/new", text({ ...form, group_id: far }))).status).toBe(302);
  const visa = await office.knex("visas").where({ customer_id: pilgrim }).first("id", "group_id");
  expect(visa.group_id).toBe(far);
  const { body } = await client.get(`/trips/visas/${visa.id}/edit`);
  expect(body).toMatch(new RegExp(`<option value="${far}" selected`));
  const wrong = await client.submit(
    `/trips/visas/${visa.id}/edit`,
    text({ ...form, passport_number: "", group_id: far }),
  );
  expect([wrong.status, optionsOf(wrong.body).includes(far)]).toEqual([422, true]);
});

test("an office of few groups has no search", async () => {
  expect((await client.get("/trips/visas/new")).body).toContain('name="group_query"');
  await office.knex("visas").delete();
  await office.knex("groups").where("id", ">", far).delete();
  expect((await client.get("/trips/visas/new")).body).not.toContain('name="group_query"');
});

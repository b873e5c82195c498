import { describe, expect, test } from "vitest";
import { hiddenField } from "../support/client";
import { customersOf, whole } from "../support/customers";
import { makeCampaign, makeContract, makeCurrency, makePackage } from "../support/factories";
import { useOffice } from "../support/office";

const { office, client } = useOffice({ isBusy: true });

const { create } = customersOf(client);
const empty = {
  national_id: null,
  passport_number: null,
  email: null,
  address: null,
  date_of_birth: null,
  gender: null,
};

describe("a customer by call", () => {
  test("is stored, read, changed in part and deleted", async () => {
    const created = await create(whole);
    expect(created).toMatchObject({ ...whole, image_url: null });
    expect(created.id).toBeTypeOf("number");
    expect(created.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect((await client.get(`/api/customers/${created.id}`)).body).toEqual({ customer: created });

    const changed = await client.put(`/api/customers/${created.id}`, {
      phone: "0511",
      email: null,
      address: "",
    });
    expect(changed.status).toBe(200);
    expect(changed.body.customer).toEqual({
      ...created,
      phone: "0511",
      email: null,
      address: null,
      updated_at: expect.not.stringContaining(created.updated_at),
    });
    expect((await client.get(`/api/customers/${created.id}`)).body).toEqual(changed.body);

    const deleted = await client.delete(`/api/customers/${created.id}`);
    expect([deleted.status, deleted.body]).toEqual([200, { success: true }]);
    for (const answer of [
      await client.get(`/api/customers/${created.id}`),
      await client.put(`/api/customers/${created.id}`, { name: "س" }),
      await client.delete(`/api/customers/${created.id}`),
    ]) {
      expect(answer.status).toBe(404);
    }
  });

  test("is active, and has nothing that was not given", async () => {
    expect(await create()).toMatchObject({ ...empty, status: "active", image_url: null });
    expect(await create({ ...empty, gender: "" })).toMatchObject(empty);
  });

  test("stays as it is when nothing, or nothing known, is sent", async () => {
    const customer = await create();
    for (const body of [
      {},
      { id: 1, created_at: "2020-01-01", image: "x.png", image_url: "/etc/passwd", unknown: 1 },
    ]) {
      const { status, body: answer } = await client.put(`/api/customers/${customer.id}`, body);
      expect([status, answer.customer]).toEqual([200, customer]);
    }
  });

  test("comes as multipart too, whole and in part", async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...whole, national_id: "2", passport_number: "P2" }))
      form.append(name, value);
    const created = await client.send("POST", "/api/customers", { body: form });
    expect(created.status).toBe(201);
    expect(created.body.customer).toMatchObject({ ...whole, national_id: "2", passport_number: "P2" });
    const part = new FormData();
    part.append("phone", "0522");
    part.append("national_id", "");
    const changed = await client.send("PUT", `/api/customers/${created.body.customer.id}`, { body: part });
    expect(changed.status).toBe(200);
    expect(changed.body.customer).toMatchObject({
      ...whole,
      phone: "0522",
      national_id: null,
      passport_number: "P2",
    });
  });

  test("is cleaned of what does not belong to it: blanks, marks, foreign digits", async () => {
    const customer = await create({
      name: "  \u202Bفاطمة\u200F   الزهراء\u0000\n",
      phone: "٠٥٥ ١٢٣-٤٥٦٧",
      national_id: " ۱۲۳۴ ",
      date_of_birth: "١٩٩٠-٠١-٣١",
      address: "سطر\r\nآخر\t",
    });
    expect(customer).toMatchObject({
      name: "فاطمة الزهراء",
      phone: "055 123-4567",
      national_id: "1234",
      date_of_birth: "1990-01-31",
      address: "سطر\nآخر",
    });
  });

  const wrong: [field: string, values: unknown[]][] = [
    ["name", [undefined, null, "", "   ", "\u202E\u0000", "س".repeat(151), 7.5e300, {}, [], true]],
    ["phone", [undefined, null, "", "abc", "١٢", "--++", "0".repeat(31), "0555; DROP TABLE", {}, ["0555"]]],
    ["national_id", ["x".repeat(31), {}, [1], true]],
    ["passport_number", ["x".repeat(31), {}, [1], false]],
    ["email", ["x", "a@", "@b.example", "a b@c.example", `${"a".repeat(250)}@b.example`, {}, [], 1]],
    ["address", ["س".repeat(501), {}, []]],
    [
      "date_of_birth",
      [
        "1990-02-30",
        "30/01/1990",
        "1990-1-1",
        "infinity",
        "-infinity",
        "0001-01-01",
        "2999-01-01",
        "now",
        {},
        0,
      ],
    ],
    ["gender", ["male", "ذكر أنثى", {}, 1]],
    ["status", ["", "gone", "نشط", {}, 1]],
  ];

  test.each(wrong)("is refused at %s, new or changed, and nothing is stored", async (field, values) => {
    const stored = await create();
    const before = await office.knex("customers").orderBy("id");
    for (const value of values) {
      const posted = await client.post("/api/customers", { name: "اسم", phone: "0555123", [field]: value });
      expect([value, posted.status]).toEqual([value, 422]);
      expect(Object.keys(posted.body.fields)).toEqual([field]);
      expect(posted.body.fields[field]).toMatch(/[\u0600-\u06FF]/);
      expect(posted.body.message).toBe(posted.body.error);
      if (value === undefined) continue;
      const put = await client.put(`/api/customers/${stored.id}`, { [field]: value });
      expect([value, put.status, Object.keys(put.body.fields)]).toEqual([value, 422, [field]]);
    }
    expect(await office.knex("customers").orderBy("id")).toEqual(before);
  });

  test("says what is required in the words of the catalogue", async () => {
    const { body } = await client.post("/api/customers", {});
    expect(body.message).toBe("الاسم ورقم الهاتف حقول مطلوبة");
    expect(Object.keys(body.fields)).toEqual(["name", "phone"]);
  });

  test("was born today at the latest", async () => {
    const { rows } = await office.knex.raw("SELECT (now() AT TIME ZONE 'Asia/Riyadh')::date::text AS today");
    const { today } = rows[0];
    const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
    await create({ date_of_birth: today });
    const { status, body } = await client.post("/api/customers", {
      name: "غد",
      phone: "0555123",
      date_of_birth: tomorrow,
    });
    expect([status, Object.keys(body.fields)]).toEqual([422, ["date_of_birth"]]);
  });

  test.each(["national_id", "passport_number"])("has a %s of its own", async (field) => {
    const first = await create({ [field]: `own-${field}` });
    const second = await create({ [field]: `other-${field}` });
    for (const answer of [
      await client.post("/api/customers", { name: "ثان", phone: "0555123", [field]: ` own-${field} ` }),
      await client.put(`/api/customers/${second.id}`, { [field]: `own-${field}` }),
    ]) {
      expect(answer.status).toBe(409);
      expect(Object.keys(answer.body.fields)).toEqual([field]);
      expect(answer.body.message).toMatch(/مسجل لعميل آخر/);
    }
    const same = await client.put(`/api/customers/${first.id}`, { [field]: `own-${field}` });
    expect(same.status).toBe(200);
    const page = await client.submit("/customers/new", {
      name: "ثالث",
      phone: "0555123",
      [field]: `own-${field}`,
    });
    expect(page.status).toBe(409);
    expect(page.body).toContain(`value="own-${field}"`);
    expect(page.body).toMatch(
      new RegExp(`aria-invalid="true"[^>]*name="${field}"|name="${field}"[^>]*aria-invalid="true"`),
    );
  });

  test("has it also when many come at once", async () => {
    const tries = Array.from({ length: 20 }, (_, index) =>
      client.post("/api/customers", { name: `سباق ${index}`, phone: "0555123", national_id: "race" }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(19).fill(409)]);
  });

  test("is not deleted while a contract or a voucher names it", async () => {
    const customer = await create();
    const { knex } = office;
    const currency_id = await makeCurrency(knex, "SAR", "1", { is_default: true });
    const package_id = await makePackage(knex, currency_id, "100");
    const campaign_id = await makeCampaign(knex, 5, [package_id]);
    await makeContract(knex, { customer_id: customer.id, campaign_id, package_id, currency_id }, "100");
    const byCall = await client.delete(`/api/customers/${customer.id}`);
    expect([byCall.status, byCall.body.message]).toEqual([
      409,
      expect.stringContaining("العميل مستخدم في العقد C-"),
    ]);
    const byForm = await client.submit(`/customers/${customer.id}/delete`, {});
    expect([byForm.status, byForm.body]).toEqual([409, expect.stringContaining("فشل حذف العميل: ")]);
    expect((await client.get(`/api/customers/${customer.id}`)).status).toBe(200);
  });
});

describe("two people at one customer", () => {
  test("the later call is told, and gets the row as it is now", async () => {
    const customer = await create();
    const first = await client.put(`/api/customers/${customer.id}`, {
      phone: "0501",
      updated_at: customer.updated_at,
    });
    expect(first.status).toBe(200);
    const second = await client.put(`/api/customers/${customer.id}`, {
      phone: "0502",
      updated_at: customer.updated_at,
    });
    expect(second.status).toBe(409);
    expect(second.body.current).toEqual(first.body.customer);
    const again = await client.put(`/api/customers/${customer.id}`, {
      phone: "0502",
      updated_at: second.body.current.updated_at,
    });
    expect(again.body.customer.phone).toBe("0502");
    expect((await client.put(`/api/customers/${customer.id}`, { phone: "0503" })).status).toBe(200);
    expect(
      (await client.put(`/api/customers/${customer.id}`, { phone: "0504", updated_at: "yesterday" })).status,
    ).toBe(409);
  });

  test("of twenty at the same moment one is first", async () => {
    const customer = await create();
    const tries = Array.from({ length: 20 }, (_, index) =>
      client.put(`/api/customers/${customer.id}`, { phone: `05${index}00`, updated_at: customer.updated_at }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(409)]);
  });

  test("the later form shows the fresh values beside what was typed, and can then be saved", async () => {
    const customer = await create({ address: "قديم" });
    const path = `/customers/${customer.id}/edit`;
    const updated_at = hiddenField((await client.get(path)).body, "updated_at");
    expect(updated_at).toBe(customer.updated_at);
    await client.put(`/api/customers/${customer.id}`, { phone: "0577", address: "الجديد" });
    const typed = { name: customer.name, phone: "0588", address: "كتبته", status: "active" };
    const refused = await client.submit(path, { ...typed, updated_at });
    expect(refused.status).toBe(409);
    expect(refused.body).toContain("عدّلت هذا السجل من شاشة أخرى");
    expect(refused.body).toContain("القيمة الحالية: <bdi>0577");
    expect(refused.body).toContain("القيمة الحالية: <bdi>الجديد");
    expect(refused.body).toContain('value="0588"');
    expect(refused.body).toContain("كتبته</textarea>");
    const fresh = hiddenField(refused.body, "updated_at");
    expect(fresh).not.toBe(updated_at);
    expect((await client.submit(path, { ...typed, updated_at: fresh })).status).toBe(302);
    expect((await client.get(`/api/customers/${customer.id}`)).body.customer).toMatchObject({
      phone: "0588",
      address: "كتبته",
    });
  });
});

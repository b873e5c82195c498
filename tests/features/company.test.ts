import { describe, expect, test } from "vitest";
import { hiddenField } from "../support/client";
import { call, companyOf, none, screen, upload, whole } from "../support/company";
import { formIn } from "../support/forms";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

const { office, client } = useOffice();

const { clerk, submit, read } = companyOf(office, client);

describe("the company by call", () => {
  test("is a bare object, told to any session and to nobody else", async () => {
    const { status, body } = await clerk.get(call);
    expect([status, body]).toEqual([
      200,
      { ...none, country: "SA", logo_url: null, updated_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
  });

  test("is changed by who manages the settings: what is left out stays, what is emptied is empty", async () => {
    const changed = await client.post(call, whole);
    expect([changed.status, changed.body]).toEqual([
      200,
      {
        ...whole,
        visa_wait_days: 14,
        discount_limit_percent: 0,
        infant_under: 2,
        child_under: 12,
        child_share: null,
        infant_share: null,
        fee_lines: [],
        country: "SA",
        logo_url: null,
        updated_at: expect.any(String),
      },
    ]);
    expect(await read()).toEqual(changed.body);
    const part = await client.post(call, { phone: "٠١ ٤٤١", email: null, name: "  " });
    expect(part.body).toMatchObject({ ...whole, phone: "01 441", email: null, name: "" });
    const nothing = await client.post(call, {});
    expect(nothing.body).toEqual(part.body);
    const odd = await client.post(call, { logo_url: "/etc/passwd", logo: "x.webp", id: false, __proto__: 1 });
    expect([odd.status, odd.body]).toEqual([200, part.body]);
    const settings = await enterAs(office, "settings", ["manage_settings"]);
    expect((await settings.post(call, { name: "مدير الإعدادات" })).status).toBe(200);
  });

  test("takes no other body", async () => {
    expect((await client.send("POST", call, { body: new FormData() })).status).toBe(415);
    expect((await client.send("POST", upload, { body: "{}" })).status).toBe(415);
    const broken = { headers: { "Content-Type": "application/json" }, body: "{" };
    expect((await client.send("POST", call, broken)).status).toBe(400);
  });

  test("is cleaned of blanks, marks and foreign digits", async () => {
    const { body } = await client.post(call, {
      name: " \u202Eوكالة\u0000   الحجاز\n",
      tax_number: "١٢٣",
      website: " WWW.Rakb.example ",
    });
    expect(body).toMatchObject({ name: "وكالة الحجاز", tax_number: "123", website: "WWW.Rakb.example" });
  });

  const wrong: [field: string, values: unknown[]][] = [
    ["name", ["س".repeat(151), {}, [], true, ["x"]]],
    ["address", ["س".repeat(501), {}, 5 > 4]],
    ["phone", ["abc", "12", "0".repeat(31), "0555;", {}]],
    ["email", ["x", "a@b@c", `${"a".repeat(250)}@b.example`, []]],
    ["commercial_register", ["x".repeat(51), {}]],
    ["tax_number", ["x".repeat(51), []]],
    ["description", ["س".repeat(1001), {}]],
    [
      "website",
      [
        "javascript:alert(1)",
        "JaVaScript:alert(1)//www.rakb.example",
        "data:text/html,x",
        "ftp://rakb.example",
        "//rakb.example",
        "/rakb.example",
        "https://",
        "https:///rakb.example",
        "https://admin:secret@rakb.example",
        "rakb.example@evil.example",
        "https://rakb",
        "موقعنا",
        "12345",
        "10.0.0.1",
        "rakb.example/<script>",
        'rakb.example/"onclick=x',
        "rakb .example",
        "rakb.example\\@evil",
        `https://rakb.example/${"x".repeat(200)}`,
        {},
        [],
      ],
    ],
    ["remove_logo", ["perhaps", {}, 7]],
  ];

  test.each(wrong)("is refused at %s, by call and by form, and nothing is stored", async (field, values) => {
    const before = (await client.post(call, whole)).body;
    for (const value of values) {
      const { status, body } = await client.post(call, { [field]: value });
      expect([value, status, Object.keys(body.fields ?? {})]).toEqual([value, 422, [field]]);
      expect(body.fields[field]).toMatch(/[ء-ي]/);
      expect(body.error).toBe(body.message);
      if (typeof value !== "string") continue;
      const typed = { description: "كتبته قبل الرفض", [field]: value };
      const page = await submit(typed);
      expect([value, page.status]).toEqual([value, 422]);
      expect(page.body).toContain("فشل حفظ البيانات");
      expect(page.body).toContain(`href="#company-${field}"`);
      if (field !== "remove_logo")
        expect(formIn(page.body).values).toMatchObject({ name: whole.name, ...typed });
    }
    expect(await read()).toEqual(before);
  });

  test.each([
    "www.rakb.example",
    "rakb.example/ar/umrah?x=1#y",
    "http://rakb.example:8080",
    "HTTPS://RAKB.EXAMPLE",
    "https://ركب-الحجاز.السعودية/عمرة",
    "موقع.السعودية",
  ])("has a website as it is typed: %s", async (website) => {
    expect((await client.post(call, { website })).body.website).toBe(website);
  });
});

describe("two people at the company", () => {
  test("the later call is told, and gets what stands now", async () => {
    const { updated_at } = await read();
    const first = await client.post(call, { phone: "0501", updated_at });
    expect(first.status).toBe(200);
    const second = await client.post(call, { phone: "0502", updated_at });
    expect([second.status, second.body.current]).toEqual([409, first.body]);
    const fresh = { phone: "0502", updated_at: second.body.current.updated_at };
    expect((await client.post(call, fresh)).body.phone).toBe("0502");
    expect((await client.post(call, { phone: "0503", updated_at: "yesterday" })).status).toBe(409);
  });

  test("of twenty at the same moment one is first", async () => {
    const { updated_at } = await read();
    const tries = Array.from({ length: 20 }, (_, index) =>
      client.post(call, { phone: `05${index}00`, updated_at }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(409)]);
  });

  test("the later form shows the fresh values beside what was typed, and can then be saved", async () => {
    const page = (await client.get(screen)).body;
    await client.post(call, { phone: "0577", address: "الجديد" });
    const typed = { name: "اسم", phone: "0588", address: "كتبته" };
    const refused = await submit(typed, page);
    expect(refused.status).toBe(409);
    for (const part of ["فشل حفظ البيانات: عدّلت هذا السجل من شاشة أخرى", "<bdi>0577", "<bdi>الجديد"])
      expect(refused.body).toContain(part);
    expect(formIn(refused.body).values).toMatchObject(typed);
    expect(hiddenField(refused.body, "updated_at")).toBe((await read()).updated_at);
    expect((await submit({}, refused.body)).status).toBe(302);
    expect(await read()).toMatchObject(typed);
  });
});

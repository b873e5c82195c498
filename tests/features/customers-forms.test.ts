import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { useBrowser } from "../support/browser";
import { hiddenField } from "../support/client";
import { customersOf, whole } from "../support/customers";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

const { office, client } = useOffice({ isBusy: true });

const { create } = customersOf(client);

describe("the same customer sent twice", () => {
  const count = async (name: string) =>
    Number((await office.knex("customers").where({ name }).count())[0]?.count);
  const post = (body: object, key: string, as = client) =>
    as.post("/api/customers", body, { "Idempotency-Key": key });

  test("is one, and both get the same answer, also when ten come at once", async () => {
    const body = { name: "مرة واحدة", phone: "0555123" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(body, "ten")));
    for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0]?.body]);
    expect(await count(body.name)).toBe(1);
  });

  test("with another content, or another picture, is refused", async () => {
    const body = { name: "بمفتاح", phone: "0555123" };
    expect((await post(body, "content")).status).toBe(201);
    const other = await post({ ...body, phone: "0555124" }, "content");
    expect([other.status, other.body.message]).toEqual([409, expect.stringContaining("بمحتوى آخر")]);

    const withPhoto = async (background: string) => {
      const form = new FormData();
      form.append("name", "بصورة");
      form.append("phone", "0555123");
      form.append("image", new Blob([await plain(background)]), "a.png");
      return client.send("POST", "/api/customers", { body: form, headers: { "Idempotency-Key": "photo" } });
    };
    const red = await withPhoto("red");
    expect(red.status).toBe(201);
    expect((await withPhoto("red")).body).toEqual(red.body);
    expect((await withPhoto("blue")).status).toBe(409);
    expect(await count("بصورة")).toBe(1);
  });

  test("was not kept when it was refused, and is another's with another user or no key", async () => {
    const body = { name: "يصحح", phone: "0555123" };
    expect((await post({ ...body, phone: "x" }, "corrected")).status).toBe(422);
    expect((await post(body, "corrected")).status).toBe(201);
    const colleague = await enterAs(office, "colleague", ["manage_customers"]);
    expect((await post(body, "corrected", colleague)).status).toBe(201);
    expect((await client.post("/api/customers", body)).status).toBe(201);
    expect(await count(body.name)).toBe(3);
    expect((await post(body, "k".repeat(201))).status).toBe(422);
  });

  test("by form is one, and goes on as the first did", async () => {
    const page = await client.get("/customers/new");
    const idempotency_key = hiddenField(page.body, "idempotency_key");
    expect(idempotency_key).toMatch(/^[0-9a-f-]{36}$/);
    const typed = { name: "نقرتان", phone: "0555123", idempotency_key };
    expect((await client.submit("/customers/new", { ...typed, phone: "" })).status).toBe(422);
    const sent = await Promise.all(Array.from({ length: 10 }, () => client.submit("/customers/new", typed)));
    expect(sent.map(({ status }) => status)).toEqual(Array(10).fill(302));
    expect(await count(typed.name)).toBe(1);
    expect((await client.submit("/customers/new", { ...typed, phone: "0555124" })).status).toBe(409);
    expect(hiddenField((await client.get("/customers/new")).body, "idempotency_key")).not.toBe(
      idempotency_key,
    );
  });
});

describe("a customer by form, without JavaScript", () => {
  const post = (path: string, fields: Record<string, string>, encoding: string) => {
    const body = encoding === "multipart" ? new FormData() : new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return client.send("POST", path, { body });
  };

  beforeEach(async () => {
    await office.knex("customers").delete();
  });

  test.each(["multipart", "urlencoded"])(
    "is added, changed and deleted as %s, and the list's search goes along",
    async (encoding) => {
      const query = "?search=x&page=2";
      const list = await client.get(`/customers${query}`);
      expect(list.body).toContain(`/customers/new${query.replace("&", "&amp;")}`);
      const added = await post(`/customers/new${query}`, whole, encoding);
      expect([added.status, added.headers.get("Location")]).toEqual([302, `/customers${query}`]);
      const [stored] = (await client.get("/api/customers")).body.customers;
      expect(stored).toMatchObject(whole);
      const notice = await client.send("GET", "/customers", {
        headers: { Cookie: `${client.cookie}; ${added.headers.getSetCookie()[0]?.split(";")[0]}` },
      });
      expect(notice.status).toBe(200);

      const form = (await client.get(`/customers/${stored.id}/edit`)).body;
      for (const value of [whole.name, whole.phone, whole.national_id, whole.email, whole.date_of_birth]) {
        expect(form).toContain(`value="${value}"`);
      }
      expect(form).toMatch(/<option value="ذكر" selected="">/);
      const changed = await post(
        `/customers/${stored.id}/edit`,
        { ...whole, email: "", gender: "", name: "اسم آخر" },
        encoding,
      );
      expect(changed.status).toBe(302);
      expect((await client.get(`/api/customers/${stored.id}`)).body.customer).toMatchObject({
        ...whole,
        email: null,
        gender: null,
        name: "اسم آخر",
      });

      const question = (await client.get(`/customers/${stored.id}/delete${query}`)).body;
      expect(question).toContain("هل أنت متأكد من حذف العميل");
      expect(question).toMatch(/<form[^>]*method="post"/);
      const deleted = await post(`/customers/${stored.id}/delete${query}`, {}, encoding);
      expect([deleted.status, deleted.headers.get("Location")]).toEqual([302, `/customers${query}`]);
      for (const path of ["edit", "delete"])
        expect((await client.get(`/customers/${stored.id}/${path}`)).status).toBe(404);
      expect((await post(`/customers/${stored.id}/edit`, whole, encoding)).status).toBe(404);
      expect((await post(`/customers/${stored.id}/delete`, {}, encoding)).status).toBe(404);
    },
  );

  const hostile = `"><script>alert(1)</script>&amp;'\``;
  const attempts: [field: string, values: string[]][] = [
    ["name", ["", "   ", "س".repeat(10_000)]],
    ["phone", ["", "abc", "١", hostile, "0".repeat(31)]],
    ["national_id", ["x".repeat(31), hostile.repeat(2)]],
    ["passport_number", ["x".repeat(31), hostile.repeat(2)]],
    ["email", ["x", hostile, "a@b@c", "أحمد@مثال"]],
    ["address", ["س".repeat(501), hostile.repeat(20)]],
    ["date_of_birth", ["1990-02-30", "31/01/1990", "٣٠-٠٢-١٩٩٠", "2999-01-01", hostile]],
    ["gender", ["male", hostile]],
  ];

  test.each(attempts)("is refused at %s, and keeps all that was typed", async (field, values) => {
    const typed = { ...whole, address: "حي العزيزية، مكة المكرمة" };
    for (const value of values) {
      for (const encoding of ["multipart", "urlencoded"]) {
        const { status, body } = await post("/customers/new", { ...typed, [field]: value }, encoding);
        expect([value, status]).toEqual([value, 422]);
        expect(body).toMatch(new RegExp(`id="customer-${field}-error">[^<]*[\\u0600-\\u06FF]`));
        expect(body).toContain(`href="#customer-${field}"`);
        expect(body).not.toContain("<script>alert");
        for (const [other, text] of Object.entries(typed)) {
          if (other === field || other === "status") continue;
          if (other === "gender") expect(body).toMatch(/<option value="ذكر" selected="">/);
          else if (other === "address") expect(body).toContain(`${text}</textarea>`);
          else expect(body).toContain(`value="${text}"`);
        }
        if (field === "gender") continue;
        const kept = field === "address" ? `>${escaped(value)}</textarea>` : `value="${escaped(value)}"`;
        expect(body.includes(kept), `${field} keeps ${value.slice(0, 40)}`).toBe(true);
      }
    }
    expect(await office.knex("customers")).toEqual([]);
  });

  test("shows names as text, wherever they stand", async () => {
    const { id } = await create({ name: hostile, address: hostile, passport_number: "<b>" });
    for (const path of ["/customers", `/customers/${id}/edit`, `/customers/${id}/delete`]) {
      const { status, body } = await client.get(path);
      expect(status).toBe(200);
      expect(body).not.toContain("<script>alert");
      expect(body).not.toContain("<b>");
    }
  });

  test("says what to do where there is none, or none that is searched", async () => {
    expect((await client.get("/customers")).body).toContain("لا يوجد عملاء بعد");
    await create();
    expect((await client.get("/customers?search=لاشيء")).body).toContain("لا يوجد عملاء يطابقون البحث");
  });
});

const escaped = (text: string) =>
  text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#x27;");

const plain = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();

describe("a customer by form, with JavaScript", () => {
  const browser = useBrowser(office);

  test("stays as typed when the line dies, and is saved once when it is sent again", async () => {
    await office.knex("customers").delete();
    const page = await browser.signedIn("/customers/new");
    await page.getByLabel("الاسم *").fill("خط مقطوع");
    await page.getByLabel("رقم الهاتف").fill("٠٥٥٥١٢٣");
    await page.route("**/customers/new.data*", async (route) => {
      await route.fetch(); // the request arrives and its answer is lost
      await route.abort();
    });
    await page.getByRole("button", { name: "حفظ" }).click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").textContent()).toContain("انقطع الاتصال");
    expect(await page.getByLabel("الاسم *").inputValue()).toBe("خط مقطوع");
    await page.unroute("**/customers/new.data*");
    await page.getByRole("button", { name: "حفظ" }).click();
    await page.waitForURL("**/customers");
    await page.getByRole("row", { name: "خط مقطوع" }).waitFor();
    expect(await office.knex("customers").pluck("phone")).toEqual(["0555123"]);
  });
});

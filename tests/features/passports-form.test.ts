import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { useOffice } from "../support/office";
import { khalid as holder, linesOf, specimen, spoilt } from "../support/passports";

const { national_id: _, ...khalid } = holder; // his passport has no national id

const { office, client, browser } = useOffice();

beforeEach(async () => {
  await office.knex("customers").delete();
});

/** The fields of the form in a page, as a browser without JavaScript sends them. */
function fieldsIn(html: string): Record<string, string> {
  const form = html.match(/<form method="post"[\s\S]*?<\/form>/)?.[0] ?? "";
  const plain = (text = "") =>
    text
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, "&");
  const fields: Record<string, string> = {};
  for (const [, tag = "", attributes = "", content = ""] of form.matchAll(
    /<(input|textarea|select)\b([^>]*)>(?:([\s\S]*?)<\/\1>)?/g,
  )) {
    const name = attributes.match(/name="([^"]*)"/)?.[1];
    if (!name || attributes.includes('type="file"')) continue;
    if (tag === "input") fields[name] = plain(attributes.match(/value="([^"]*)"/)?.[1]);
    else if (tag === "textarea") fields[name] = plain(content);
    else
      fields[name] =
        content.match(/<option value="([^"]*)" selected/)?.[1] ?? content.match(/value="([^"]*)"/)?.[1] ?? "";
  }
  return fields;
}

describe("a passport's two lines in the form, without JavaScript", () => {
  const typed = { phone: "0555123", address: "حي «الصفا»\nجدة", national_id: "10" };
  const step = { intent: "passport", image: "photo.jpg" };

  test("fill it, and it is saved as any other", async () => {
    const empty = fieldsIn((await client.get("/customers/new?search=x")).body);
    expect(empty).toMatchObject({ mrz: "", name: "", nationality: "", passport_expiry: "" });
    const filled = await client.submit("/customers/new?search=x", {
      ...empty,
      ...typed,
      ...step,
      mrz: linesOf().toLowerCase(),
    });
    expect(filled.status).toBe(200);
    expect(filled.body).toContain("اختر الصورة مرة أخرى");
    expect(filled.body).not.toContain('role="alert"');
    const fields = fieldsIn(filled.body);
    expect(fields).toMatchObject({ ...khalid, ...typed, mrz: linesOf().toLowerCase() });
    expect(await office.knex("customers")).toEqual([]);

    const { status } = await client.submit("/customers/new?search=x", fields);
    expect(status).toBe(302);
    const [stored] = (await client.get("/api/customers")).body.customers;
    expect(stored).toMatchObject({ ...khalid, ...typed, passport_issue_date: null });
    const edit = fieldsIn((await client.get(`/customers/${stored.id}/edit`)).body);
    expect(edit).toMatchObject({ ...khalid, mrz: "" });

    // A new passport of the same man: his name stays, the new data are filled in.
    const renewed = await client.submit(`/customers/${stored.id}/edit`, {
      ...edit,
      ...step,
      name: "خالد بن فهد الغامدي",
      passport_issue_date: "2019-05-05",
      mrz: linesOf({ number: "X7", expiry: "360101", nationality: "XXA" }),
    });
    expect(renewed.body).toContain('<bdi dir="ltr" class="wraps">KHALID FAHD ALGHAMDI</bdi>');
    expect(renewed.body).toContain('<bdi dir="ltr">XXA</bdi>');
    const change = fieldsIn(renewed.body);
    expect(change).toMatchObject({
      ...khalid,
      name: "خالد بن فهد الغامدي",
      passport_number: "X7",
      passport_issue_date: "", // the former passport's
      passport_expiry: "2036-01-01",
    });
    expect((await client.submit(`/customers/${stored.id}/edit`, change)).status).toBe(302);
    expect((await client.get(`/api/customers/${stored.id}`)).body.customer).toMatchObject({
      name: "خالد بن فهد الغامدي",
      passport_number: "X7",
      nationality: "SAU",
    });
  });

  test("with a zero for an O, and fillers that are missing, are read, and it is said", async () => {
    const [first = "", second = ""] = linesOf({ holder: "OMAR<<NOOR", personal: "1075030370" }).split("\n");
    const mrz = `${first.replace(/<+$/, "").replaceAll("O", "0")}\n${second}`;
    const { status, body } = await client.submit("/customers/new", { ...typed, ...step, mrz });
    expect(status).toBe(200);
    const names = { name: "NOOR OMAR", surname_latin: "OMAR", given_names_latin: "NOOR" };
    expect(fieldsIn(body)).toMatchObject({ ...khalid, ...names, mrz });
    expect(body).toContain("أكملت علامات الحشو الناقصة في آخر السطر الأول");
    expect(body).toContain("قرئ الصفر حرف");
  });

  test("that are saved without having been read are read first, and saved at the second try", async () => {
    const unread = await client.submit("/customers/new", { ...typed, mrz: linesOf() });
    expect([unread.status, unread.body.includes("قُرئ الجواز: راجع الحقول ثم احفظ")]).toEqual([200, true]);
    expect(unread.body).not.toContain('role="alert"');
    expect(await office.knex("customers")).toEqual([]);
    const fields = fieldsIn(unread.body);
    expect(fields).toMatchObject({ ...khalid, ...typed });
    expect((await client.submit("/customers/new", fields)).status).toBe(302);

    const wrong = { ...typed, phone: "0777", mrz: spoilt(linesOf(), 9, "9") };
    const spoiled = await client.submit("/customers/new", wrong);
    expect([spoiled.status, spoiled.body.includes("صحح السطرين أو امسحهما")]).toEqual([422, true]);
    expect(await office.knex("customers")).toHaveLength(1);
  });

  test("with a wrong digit fill what is right, and name what is not", async () => {
    const { status, body } = await client.submit("/customers/new", {
      ...typed,
      ...step,
      passport_number: "كما كتب",
      mrz: spoilt(linesOf(), 9, "9"),
    });
    expect(status).toBe(422);
    expect(body).toMatch(/id="customer-mrz-error">رقم التحقق من رقم الجواز غير صحيح/);
    expect(body).toContain('href="#customer-mrz"');
    expect(fieldsIn(body)).toMatchObject({ ...khalid, ...typed, passport_number: "كما كتب" });
  });

  test("that are none say so, keep what was typed and never fail", async () => {
    const hostile = [
      "",
      "س",
      `"><script>alert(1)</script>`,
      "</textarea><b>",
      "__proto__",
      "\u0000\uFFFE",
      "<".repeat(60_000),
    ];
    for (const mrz of hostile) {
      const { status, body } = await client.submit("/customers/new", { ...typed, ...step, mrz });
      expect([mrz.slice(0, 20), status]).toEqual([mrz.slice(0, 20), 422]);
      expect(body).toMatch(/id="customer-mrz-error">[^<]*[\u0600-\u06FF]/);
      expect(body).not.toContain("<script>alert");
      expect(fieldsIn(body)).toMatchObject({ ...typed, name: "" });
    }
    const twice = new URLSearchParams([...Object.entries(step), ["mrz", specimen], ["mrz", specimen]]);
    expect((await client.send("POST", "/customers/new", { body: twice })).status).toBe(422);
    expect((await client.submit("/customers/new", step)).status).toBe(422);
    expect(await office.knex("customers")).toEqual([]);
  });
});

test("a passport's lines fill the form with JavaScript, beside the picture that was chosen", async () => {
  const page = await browser.signedIn("/customers/new");
  const value = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
  await page.getByLabel("رقم الهاتف *").fill("0555");
  await page.getByLabel("الجنس", { exact: true }).selectOption("أنثى");
  const buffer = await sharp({ create: { width: 8, height: 8, channels: 3, background: "green" } })
    .png()
    .toBuffer();
  await page.getByLabel("الصورة").setInputFiles({ name: "photo.png", mimeType: "image/png", buffer });
  await page.evaluate("globalThis.isSamePage = true");
  await page.getByLabel("سطرا القراءة الآلية في الجواز").fill(linesOf()); // as a paste does
  await page.getByText("ملئ من السطرين").waitFor();
  expect(await page.evaluate("globalThis.isSamePage")).toBe(true);
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await value("الاسم *")).toBe(khalid.name);
  expect(await value("الجنس")).toBe("ذكر");
  expect(await page.locator("dialog [name=nationality]").inputValue()).toBe("SAU");
  await page.getByRole("button", { name: "حفظ" }).click();
  await page.waitForURL("**/customers");
  const [stored] = (await client.get("/api/customers")).body.customers;
  expect(stored).toMatchObject({ ...khalid, phone: "0555", image_url: expect.stringMatching(/webp$/) });
});

describe("the list", () => {
  test("is filtered by nationality, and says whose passport has expired", async () => {
    const create = (fields: object) =>
      client.post("/api/customers", { name: "عميل", phone: "0500", ...fields });
    await create({
      name: "سالم المصري",
      nationality: "egy",
      passport_number: "A1",
      passport_expiry: "2020-01-01",
    });
    await create({
      name: "وليد المصري",
      nationality: "EGY",
      status: "inactive",
      passport_expiry: "2099-01-01",
    });
    await create({ name: "بلا جنسية" });
    const named = async (query: string) =>
      (await client.get(`/api/customers?${query}`)).body.customers.map(({ name }: { name: string }) => name);
    expect(await named("nationality=EGY")).toEqual(["وليد المصري", "سالم المصري"]);
    expect(await named("nationality=EGY&status=active")).toEqual(["سالم المصري"]);
    expect(await named("nationality=EGY&search=وليد")).toEqual(["وليد المصري"]);
    expect(await named("nationality=YEM")).toEqual([]);
    expect(await named("nationality=")).toHaveLength(3);
    expect((await client.get("/api/customers?nationality=EGY&page=1")).body.total).toBe(2);
    for (const wrong of ["x", "UTO", "مصر", "__proto__", "EGYX"]) {
      const { status, body } = await client.get(`/api/customers?nationality=${encodeURIComponent(wrong)}`);
      expect([wrong, status, Object.keys(body.fields ?? {})]).toEqual([wrong, 422, ["nationality"]]);
      expect((await client.get(`/customers?nationality=${encodeURIComponent(wrong)}`)).body).toContain(
        "الجنسية: قيمة غير معروفة",
      );
    }
    const page = (await client.get("/customers?nationality=EGY")).body;
    expect(page).toMatch(/<option value="EGY" selected="">مصر/);
    expect(page.match(/منتهٍ<\/span>/g)).toHaveLength(1);
    expect(page).not.toContain("بلا جنسية");
  });
});

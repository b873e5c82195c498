import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { picture, useBrowser } from "../support/browser";
import { type Client, hiddenField, signIn } from "../support/client";
import { createUser } from "../support/users";

const office = fixture();
const browser = useBrowser();
const screen = "/settings/company";
const call = "/api/company-info";
const upload = "/api/company-info/upload-logo";
const productTitle = "نظام إدارة الحج والعمرة";

let client: Client;
/** Holds nothing. */
let clerk: Client;

beforeAll(async () => {
  client = await signIn(office.url);
  clerk = await signIn(office.url, await createUser(office.knex, "clerk", []));
});

const none = {
  name: "",
  address: null,
  phone: null,
  email: null,
  commercial_register: null,
  tax_number: null,
  website: null,
  description: null,
};

beforeEach(async () => {
  await client.post(call, { ...none, remove_logo: true });
});

const whole = {
  name: "وكالة ركب الحجاز",
  address: "صنعاء، شارع حدة\nالدور الثاني",
  phone: "+967 1 441-250",
  email: "info@rakb.example",
  commercial_register: "21/14587",
  tax_number: "10034876-5",
  website: "https://www.rakb.example/ar",
  description: "برامج عمرة وحج\nمنذ عام 1998",
};

const solid = (background: string, format: "png" | "jpeg" | "webp" | "gif" = "png", side = 40) =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .withExif({ IFD0: { Copyright: "سر المصور" } })
    .toFormat(format)
    .toBuffer();
const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);

async function sendLogo(bytes: Uint8Array, as = client) {
  const form = new FormData();
  form.append("logo", blob(bytes), "شعار.png");
  return as.send("POST", upload, { body: form });
}
async function newLogo(background = "red"): Promise<string> {
  const { status, body } = await sendLogo(await solid(background));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.logo_url;
}

/** Posts the form as its HTML stands, with what is typed in it, as a browser without JavaScript does. */
async function submit(typed: Record<string, string | Blob> = {}, page?: string, as = client) {
  const html = page ?? (await as.get(screen)).body;
  const { action, enctype, values } = formIn(html);
  expect([action, enctype]).toEqual([screen, "multipart/form-data"]);
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...values, ...typed })) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, "logo.png");
  }
  return as.send("POST", screen, { body: form });
}

/** What a browser would send of the page's form if nothing were typed; boxes that are not ticked send nothing. */
function formIn(html: string) {
  const [, attributes = "", inside = ""] = html.match(/<main[\s\S]*?<form([^>]*)>([\s\S]*?)<\/form>/) ?? [];
  const values: Record<string, string> = {};
  for (const [input] of inside.matchAll(/<input[^>]*>/g)) {
    const of = (name: string) => input.match(new RegExp(` ${name}="([^"]*)"`))?.[1];
    if (of("type") === "file" || (of("type") === "checkbox" && !input.includes(" checked"))) continue;
    if (of("name")) values[of("name") as string] = unescaped(of("value") ?? "");
  }
  for (const [, name = "", text = ""] of inside.matchAll(/<textarea[^>]* name="(\w+)"[^>]*>([^<]*)</g))
    values[name] = unescaped(text.replace(/^\n/, ""));
  return {
    action: attributes.match(/ action="([^"]*)"/)?.[1],
    enctype: attributes.match(/ enctype="([^"]*)"/i)?.[1],
    values,
  };
}
const unescaped = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

const read = async () => (await clerk.get(call)).body;

describe("the company by call", () => {
  test("is a bare object, told to any session and to nobody else", async () => {
    const { status, body } = await clerk.get(call);
    expect([status, body]).toEqual([
      200,
      { ...none, logo_url: null, updated_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
    expect((await fetch(office.url + call)).status).toBe(401);
  });

  test("is changed by who manages the settings: what is left out stays, what is emptied is empty", async () => {
    const changed = await client.post(call, whole);
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...whole, logo_url: null, updated_at: expect.any(String) },
    ]);
    expect(await read()).toEqual(changed.body);
    const part = await client.post(call, { phone: "٠١ ٤٤١", email: null, name: "  " });
    expect(part.body).toMatchObject({ ...whole, phone: "01 441", email: null, name: "" });
    const nothing = await client.post(call, {});
    expect(nothing.body).toEqual(part.body);
    const odd = await client.post(call, { logo_url: "/etc/passwd", logo: "x.webp", id: false, __proto__: 1 });
    expect([odd.status, odd.body]).toEqual([200, part.body]);

    for (const answer of [await clerk.post(call, whole), await sendLogo(await solid("red"), clerk)])
      expect([answer.status, answer.body.message]).toEqual([403, expect.stringMatching(/[ء-ي]/)]);
    const settings = await signIn(office.url, await createUser(office.knex, "settings", ["manage_settings"]));
    expect((await settings.post(call, { name: "مدير الإعدادات" })).status).toBe(200);
  });

  test("takes no other method, and no other body", async () => {
    for (const method of ["PUT", "DELETE", "PATCH"]) {
      const one = await client.send(method, call);
      expect([one.status, one.headers.get("Allow")]).toEqual([405, "GET, POST"]);
    }
    for (const method of ["GET", "PUT", "DELETE"]) {
      const one = await client.send(method, upload);
      expect([one.status, one.headers.get("Allow")]).toEqual([405, "POST"]);
    }
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

describe("the logo", () => {
  const folder = () => join(office.app.dataDir, "uploads", "logo");
  const kept = () => (existsSync(folder()) ? readdirSync(folder()) : []);
  const nameOf = (url: string) => url.split("/").at(-1);
  const download = (url: string, headers: HeadersInit = {}) =>
    fetch(office.url + url, { redirect: "manual", headers });

  test.each(["png", "jpeg", "webp"] as const)(
    "is taken as %s and kept as WebP without metadata",
    async (format) => {
      const { status, body } = await sendLogo(await solid("green", format, 900));
      expect([status, body]).toEqual([
        200,
        { logo_url: expect.stringMatching(/^\/uploads\/logo\/[\w-]+\.webp$/) },
      ]);
      expect((await read()).logo_url).toBe(body.logo_url);
      const file = await download(body.logo_url);
      const bytes = Buffer.from(await file.arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 600, height: 600 });
      expect(bytes.includes("سر المصور")).toBe(false);
    },
  );

  test("is refused where it is no picture, none, too large or broken, by call and by form", async () => {
    await client.post(call, whole);
    const stored = await read();
    const before = kept().length;
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const html = Buffer.from("<!doctype html><script>alert(1)</script>");
    const png = await solid("red");
    const big = Buffer.concat([png, Buffer.alloc(11 * 1024 * 1024)]);
    const bad: [number, Buffer][] = [
      [422, svg],
      [422, html],
      [422, await solid("red", "gif")],
      [422, png.subarray(0, 60)],
      [422, Buffer.alloc(0)],
      [413, big],
    ];
    for (const [status, bytes] of bad) {
      const byCall = await sendLogo(bytes);
      expect([byCall.status, Object.keys(byCall.body.fields)]).toEqual([status, ["logo"]]);
      const byForm = await submit({ name: "ما كتبته", logo: blob(bytes) });
      expect(byForm.status).toBe(status);
      for (const part of ["فشل رفع الشعار", byCall.body.fields.logo, 'href="#company-logo"'])
        expect(byForm.body).toContain(part);
      expect(formIn(byForm.body).values.name).toBe("ما كتبته");
    }
    const text = new FormData();
    text.append("logo", "../../etc/passwd");
    for (const body of [new FormData(), text]) {
      body.append("x", "y");
      const { status, body: answer } = await client.send("POST", upload, { body });
      expect([status, Object.keys(answer.fields)]).toEqual([422, ["logo"]]);
    }
    expect(await read()).toEqual(stored);
    expect(kept()).toHaveLength(before);
  });

  test("takes the place of the one before, whose file goes; removed, its own goes", async () => {
    const first = await newLogo("red");
    const second = await newLogo("blue");
    expect(second).not.toBe(first);
    await expect.poll(kept).toEqual([nameOf(second)]);

    const page = (await client.get(screen)).body;
    expect(page).toMatch(new RegExp(`<img[^>]*class="logo-preview"[^>]*src="${second}"`));
    const replaced = await submit({ logo: blob(await solid("green")), remove_logo: "true" });
    expect(replaced.status).toBe(302);
    const third = (await read()).logo_url;
    expect(third).not.toBe(second);
    await expect.poll(kept).toEqual([nameOf(third)]);

    expect((await submit({ name: "بلا شعار جديد" })).status).toBe(302);
    expect((await read()).logo_url).toBe(third);
    expect((await submit({ remove_logo: "true" })).status).toBe(302);
    expect(await read()).toMatchObject({ name: "بلا شعار جديد", logo_url: null });
    await expect.poll(kept).toEqual([]);
    const { body } = await client.get(screen);
    expect(body).not.toContain(`name="remove_logo"`);
    expect(body).not.toContain("/uploads/logo/");

    await newLogo();
    expect((await client.post(call, { remove_logo: true })).body.logo_url).toBeNull();
    await expect.poll(kept).toEqual([]);
  });

  test("goes again where the form it came with is stale", async () => {
    const page = (await client.get(screen)).body;
    const current = await newLogo();
    const stale = await submit({ logo: blob(await solid("blue")) }, page);
    expect(stale.status).toBe(409);
    expect(stale.body).toMatch(new RegExp(`class="logo-preview"[^>]*src="${current}"`));
    await expect.poll(kept).toEqual([nameOf(current)]);
    expect((await read()).logo_url).toBe(current);
  });

  test("of many at once is one, and only its file stays", async () => {
    const answers = await Promise.all(["red", "green", "blue", "black", "white"].map((one) => newLogo(one)));
    const { logo_url } = await read();
    expect(answers).toContain(logo_url);
    await expect.poll(kept).toEqual([nameOf(logo_url)]);
  });

  test("in use is shown to anyone, as a picture and nothing else; no other file is, to nobody", async () => {
    const url = await newLogo();
    const file = await download(url);
    expect(file.status).toBe(200);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
      "content-security-policy": expect.stringMatching(/default-src 'none'.*sandbox/),
      "content-disposition": expect.stringContaining("inline"),
    });
    const tag = { "If-None-Match": file.headers.get("ETag") ?? "" };
    expect((await download(url, tag)).status).toBe(304);

    const form = new FormData();
    form.append("name", "صاحب صورة");
    form.append("phone", "0555123");
    form.append("image", blob(await solid("red")), "a.png");
    const { body } = await client.send("POST", "/api/customers", { body: form });
    const photo = nameOf(body.customer.image_url);
    await client.post(call, { remove_logo: true });
    for (const path of [url, `/uploads/logo/${photo}`, "/uploads/logo/x.webp", "/uploads/logo/..%2fx.webp"])
      for (const headers of [[], Object.entries(tag), [["Cookie", client.cookie]]] as [string, string][][])
        expect([path, (await download(path, headers)).status]).toEqual([path, 404]);
    expect((await download(`/uploads/customers/${photo}`)).status).toBe(302);
    for (const method of ["POST", "PUT", "DELETE"]) expect((await client.send(method, url)).status).toBe(405);
  });
});

describe("the company's screen, without JavaScript", () => {
  test("is for who manages the settings, and in their menu", async () => {
    const page = await client.get(screen);
    expect(page.status).toBe(200);
    for (const part of ["<h1>بيانات الشركة</h1>", "إعدادات النظام", `href="${screen}"`, "البيانات الأساسية"])
      expect(page.body).toContain(part);
    const refused = await clerk.get(screen);
    expect([refused.status, refused.body.includes("غير مصرح")]).toEqual([403, true]);
    expect(refused.body).not.toContain("إعدادات النظام");
    expect((await clerk.send("POST", screen, { body: new FormData() })).status).toBe(403);
  });

  test("saves all cards at once, says so, and shows what is stored", async () => {
    const saved = await submit({ ...whole, logo: blob(await solid("red")) });
    expect([saved.status, saved.headers.get("Location")]).toEqual([302, screen]);
    expect(await read()).toMatchObject({ ...whole, logo_url: expect.stringContaining("/uploads/logo/") });
    const flash = saved.headers.getSetCookie()[0]?.split(";")[0];
    const next = await client.send("GET", screen, { headers: { Cookie: `${client.cookie}; ${flash}` } });
    const told = await fetch(office.url + screen, { headers: { Cookie: `${client.cookie}; ${flash}` } });
    expect(next.status).toBe(200);
    expect(await told.text()).toContain("تم حفظ بيانات الشركة ورفع الشعار");
    expect(formIn(next.body).values).toMatchObject(whole);
    const again = await submit();
    expect(again.status).toBe(302);
    expect(await read()).toMatchObject(whole);
    expect(
      (await submit({ ...Object.fromEntries(Object.keys(whole).map((name) => [name, ""])) })).status,
    ).toBe(302);
    expect(await read()).toMatchObject(none);
  });

  test("shows hostile text as text, there and wherever the name stands", async () => {
    const hostile = `"><script>alert(1)</script>&amp;'`;
    await client.post(call, { name: hostile, description: hostile, address: `</textarea>${hostile}` });
    const page = (await client.get(screen)).body;
    expect(formIn(page).values).toMatchObject({ name: hostile, description: hostile });
    const login = await (await fetch(`${office.url}/login`)).text();
    for (const html of [page, login, (await clerk.get("/")).body])
      expect(html).not.toContain("<script>alert");
  });

  test("says why it cannot be fetched or saved, inside a shell that stands", async () => {
    await client.post(call, { name: "اسم" });
    await office.knex.transaction(async (trx) => {
      await trx.raw("LOCK TABLE company_info");
      const [page, byCall] = await Promise.all([client.get(screen), client.get(call)]);
      expect([page.status, byCall.status]).toEqual([503, 503]);
      expect(page.body).toContain(`فشل في جلب بيانات الشركة: ${byCall.body.message}`);
      expect(page.body).toContain(productTitle);
    });
    const page = (await client.get(screen)).body;
    await office.knex.transaction(async (trx) => {
      await trx("company_info").forUpdate();
      const refused = await submit({ phone: "0555123", logo: blob(await solid("red")) }, page);
      expect([refused.status, refused.body.includes("فشل حفظ البيانات: الخادم مشغول")]).toEqual([503, true]);
      expect(formIn(refused.body).values).toMatchObject({ name: "اسم", phone: "0555123" });
    });
    expect((await submit()).status).toBe(302);
  });

  test("is written to the trail by who saved it", async () => {
    await submit({ name: "اسم للسجل" });
    const [last] = await office.knex("trail").where({ kind: "company_info" }).orderBy("id", "desc").limit(1);
    expect(last).toMatchObject({
      action: "update",
      username: expect.any(String),
      record_name: "اسم للسجل",
      changes: { name: ["", "اسم للسجل"] },
    });
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
    for (const part of ["فشل حفظ البيانات: عدّل مستخدم آخر", "<bdi>0577", "<bdi>الجديد"])
      expect(refused.body).toContain(part);
    expect(formIn(refused.body).values).toMatchObject(typed);
    expect(hiddenField(refused.body, "updated_at")).toBe((await read()).updated_at);
    expect((await submit({}, refused.body)).status).toBe(302);
    expect(await read()).toMatchObject(typed);
  });
});

describe("at the next request", () => {
  const anonymous = async (path: string) => (await fetch(office.url + path)).text();
  const titleOf = (html: string) => html.match(/<title>([^<]*)/)?.[1];

  test("the shell, the login screen and the titles have the name and the logo, or the product's own", async () => {
    for (const html of [
      await anonymous("/login"),
      (await clerk.get("/")).body,
      (await clerk.get("/x")).body,
    ]) {
      expect(html).toContain(productTitle);
      expect(html).toContain('src="/favicon.svg"');
    }
    expect(titleOf(await anonymous("/login"))).toBe(`تسجيل الدخول · ${productTitle}`);
    expect(titleOf((await clerk.get("/x")).body)).toBe(productTitle);

    await client.post(call, whole);
    const logo = await newLogo();
    const login = await anonymous("/login");
    const shell = (await clerk.get("/")).body;
    for (const html of [login, shell]) {
      expect(html).toContain(whole.name);
      expect(html).toContain(`src="${logo}"`);
      expect(html).not.toContain('src="/favicon.svg"');
      expect(html).not.toContain(whole.tax_number);
    }
    expect(shell).not.toContain(productTitle);
    const heading = login.match(/<h1>([\s\S]*?)<\/h1>/)?.[1];
    for (const part of [whole.name, productTitle, "Hajj and Umrah Management System"])
      expect(heading).toContain(part);
    expect(titleOf(login)).toBe(`تسجيل الدخول · ${whole.name}`);
    expect(titleOf((await clerk.get("/x")).body)).toBe(whole.name);
    const credentials = new URLSearchParams({ username: "x", password: "y" });
    const refused = await fetch(`${office.url}/login`, { method: "POST", body: credentials });
    expect([refused.status, (await refused.text()).includes(whole.name)]).toEqual([401, true]);

    await client.post(call, { name: "", remove_logo: true });
    expect((await clerk.get("/")).body).toContain(productTitle);
    expect(await anonymous("/login")).not.toContain(whole.name);
  });

  test("a printed receipt has the head, and nothing of what is empty", async () => {
    const { knex } = office;
    const [{ id: currency_id }] = await knex("currencies")
      .insert({ name: "ريال سعودي", code: "SAR", symbol: "ر.س", exchange_rate: 1, is_default: true })
      .returning("id");
    const box = await client.post("/api/cash-boxes", { name: "صندوق", currency_code: "SAR" });
    const customer = await client.post("/api/customers", { name: "دافع", phone: "0555123" });
    const receipt = await client.post("/api/receipt-vouchers", {
      customer_id: customer.body.customer.id,
      currency_id,
      amount: 100,
      payment_method: "cash",
      cash_box_id: box.body.cash_box.id,
      date: "2026-01-01",
      description: "دفعة",
    });
    expect(receipt.status, JSON.stringify(receipt.body)).toBe(201);
    const head = async () => {
      const { body } = await client.get(`/financial/receipts/${receipt.body.receipt_voucher.id}/print`);
      return body.match(/<header class="print-head">([\s\S]*?)<\/header>/)?.[1] ?? "";
    };

    const empty = await head();
    expect(
      empty
        .replace(/<[^>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
    ).toBe(`${productTitle} سند قبض ${receipt.body.receipt_voucher.receipt_number}`);
    expect(empty).not.toMatch(/<img|<p|null/);

    await client.post(call, { name: whole.name, phone: whole.phone });
    const part = await head();
    for (const told of [whole.name, whole.phone]) expect(part).toContain(told);
    for (const label of ["سجل تجاري", "الرقم الضريبي", "<img"]) expect(part).not.toContain(label);
    expect(part.match(/<p/g)).toHaveLength(1);

    await client.post(call, whole);
    const logo = await newLogo();
    const full = await head();
    const { description, address, ...lines } = whole;
    for (const told of [...Object.values(lines), "شارع حدة", "سجل تجاري", "الرقم الضريبي", `src="${logo}"`])
      expect(full).toContain(told);
  });
});

describe("the company's screen, with JavaScript", () => {
  test.each(["wide", "phone"] as const)(
    "saves twice in a row, shows the picture before it is sent, and the new name around it (%s)",
    async (size) => {
      const page = await browser.signedIn(screen, { baseURL: office.url, screen: size });
      const field = (name: string) => page.locator(`main [name="${name}"]`);
      const saved = page.locator("[data-sonner-toast]", { hasText: "تم حفظ بيانات الشركة" });
      for (const [name, value] of Object.entries(whole)) await field(name).fill(value);
      const buffer = await wideLogo();
      await field("logo").setInputFiles({ name: "شعار.png", mimeType: "image/png", buffer });
      expect(await page.locator(".logo-preview").getAttribute("src")).toMatch(/^blob:/);
      await page.waitForFunction(
        () => document.querySelector<HTMLImageElement>(".logo-preview")?.naturalWidth,
      );
      await page.click("main button.primary");
      await saved.waitFor();
      await page.waitForSelector('.logo-preview[src^="/uploads/logo/"]');
      expect(await page.locator(".brand:visible").textContent()).toBe(whole.name);
      await picture(page, `company-${size}`);

      await field("name").fill("اسم ثان");
      await page.click("main button.primary");
      await expect.poll(async () => (await read()).name).toBe("اسم ثان");
      await expect.poll(() => page.locator(".brand:visible").textContent()).toBe("اسم ثان");
      expect((await read()).website).toBe(whole.website);
    },
  );

  test("keeps what was typed, and the picture, when it is refused or the line is dead", async () => {
    const page = await browser.signedIn(screen, { baseURL: office.url });
    const file = { name: "شعار.png", mimeType: "image/png", buffer: await wideLogo() };
    await page.fill('main [name="name"]', "اسم كتبته");
    await page.fill('main [name="website"]', "javascript:alert(1)");
    await page.setInputFiles('main [name="logo"]', file);
    await page.click("main button.primary");
    await page.waitForSelector("main .errors");
    await picture(page, "company-refused");
    await page.fill('main [name="website"]', "www.rakb.example");

    await page.route("**/settings/company*", (route) => route.abort());
    await page.click("main button.primary");
    await page.waitForSelector("text=انقطع الاتصال قبل أن يصل الرد");
    await page.unroute("**/settings/company*");
    expect(await page.inputValue('main [name="name"]')).toBe("اسم كتبته");
    await page.click("main button.primary");
    await expect.poll(read).toMatchObject({
      name: "اسم كتبته",
      website: "www.rakb.example",
      logo_url: expect.stringContaining("/uploads/logo/"),
    });
  });
});

/** Words on nothing, as logos often are. */
const wideLogo = () =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><circle cx="500" cy="100" r="80" fill="#14553f"/>
       <rect x="40" y="80" width="340" height="40" fill="#b8903a"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

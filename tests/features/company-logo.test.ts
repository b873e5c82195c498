import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { blob, call, companyOf, productTitle, screen, solid, upload, whole } from "../support/company";
import { inCash, makeCurrency } from "../support/factories";
import { formIn } from "../support/forms";
import { useOffice } from "../support/office";

const { office, client } = useOffice({ isBusy: true });

const { clerk, sendLogo, newLogo, submit, read } = companyOf(office, client);

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
    await expect.poll(kept).toEqual([]); // the previous logo's file is deleted after the answer
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
    expect(kept()).toEqual([]);
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
    const riyal = await makeCurrency(office.knex, "SAR", "1", { is_default: true });
    const box = await client.post("/api/cash-boxes", { name: "صندوق", currency_code: "SAR" });
    const customer = await client.post("/api/customers", { name: "دافع", phone: "0555123" });
    const receipt = await client.post("/api/receipt-vouchers", {
      customer_id: customer.body.customer.id,
      ...inCash(box.body.cash_box.id, riyal, 100),
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
    const { name, phone, email, website, commercial_register, tax_number } = whole;
    const lines = [name, phone, email, website, commercial_register, tax_number];
    for (const text of [...lines, "شارع حدة", "سجل تجاري", "الرقم الضريبي", `src="${logo}"`])
      expect(full).toContain(text);
  });
});

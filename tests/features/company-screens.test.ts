import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { picture } from "../support/browser";
import { blob, call, companyOf, none, productTitle, screen, solid, whole } from "../support/company";
import { formIn } from "../support/forms";
import { useOffice } from "../support/office";

const { office, client, browser } = useOffice();

const { clerk, submit, read } = companyOf(office, client);

describe("the company's screen, without JavaScript", () => {
  test("is for who manages the settings, and in their menu", async () => {
    const page = await client.get(screen);
    expect(page.status).toBe(200);
    for (const part of ["<h1>بيانات الشركة</h1>", "إعدادات النظام", `href="${screen}"`, "البيانات الأساسية"])
      expect(page.body).toContain(part);
    expect((await clerk.get(screen)).body).not.toContain("إعدادات النظام");
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

  test("is written to the audit log by who saved it", async () => {
    await submit({ name: "اسم للسجل" });
    const [last] = await office
      .knex("audit_log")
      .where({ kind: "company_info" })
      .orderBy("id", "desc")
      .limit(1);
    expect(last).toMatchObject({
      action: "update",
      username: expect.any(String),
      record_name: "اسم للسجل",
      changes: { name: ["", "اسم للسجل"] },
    });
  });
});

describe("the company's screen, with JavaScript", () => {
  test.each(["wide", "phone"] as const)(
    "saves twice in a row, shows the picture before it is sent, and the new name around it (%s)",
    async (size) => {
      const page = await browser.signedIn(screen, { screen: size });
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
    const page = await browser.signedIn(screen);
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

/** Words on a transparent ground, as many logos are. */
const wideLogo = () =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><circle cx="500" cy="100" r="80" fill="#14553f"/>
       <rect x="40" y="80" width="340" height="40" fill="#b8903a"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningApp, startApp } from "../support/app";
import { picture, useBrowser } from "../support/browser";
import { administrator, createEmptyDatabase, type TestDatabase } from "../support/database";

/* From an empty database to an office that others work in, by its screens alone. */

const browser = useBrowser();
let database: TestDatabase;
let app: RunningApp;

beforeAll(async () => {
  database = await createEmptyDatabase();
  app = await startApp({ database });
});
afterAll(async () => {
  await app?.stop();
  await database?.drop();
});

const logo = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test.each([
  ["wide", true],
  ["phone", false],
] as const)(
  "an agency is set up and its first clerk works (%s, JavaScript %s)",
  async (screen, javaScript) => {
    const name = `وكالة ${screen}`;
    const clerk = { username: `clerk ${screen}`, password: "Zamzam-1448" };
    const options = { baseURL: app.url, screen, javaScript };
    const page = await browser.signedIn("/settings/company", options);
    const shot = (step: string) => picture(page, `first-day/${screen}-${step}`);
    await page.locator('input[name="name"]').fill(name);
    await page.getByLabel("رقم الهاتف").fill("٠٥٥٥١٢٣٤٥٦");
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo });
    await page.getByRole("button", { name: "حفظ" }).click();
    await page.locator(".menu .brand", { hasText: name }).waitFor({ state: "attached" });
    await shot("company");

    await page.goto("/settings/roles/new");
    await page.getByLabel("اسم الدور").fill(`تسجيل ${screen}`);
    await page.getByRole("button", { name: "حفظ" }).click();
    await page.getByRole("checkbox", { name: /^العملاء/ }).check();
    await page.getByRole("button", { name: "حفظ الصلاحيات" }).click();
    await expect
      .poll(() =>
        database
          .knex("role_permissions")
          .join("roles", "roles.id", "role_id")
          .where({ name: `تسجيل ${screen}` }),
      )
      .toHaveLength(1);
    await shot("role");

    await page.goto("/settings/users/new");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("اسم المستخدم").fill(clerk.username);
    await dialog.getByLabel("البريد الإلكتروني").fill(`${screen}@example.com`);
    await dialog.getByLabel("كلمة المرور").fill(clerk.password);
    await dialog.getByRole("checkbox", { name: `تسجيل ${screen}` }).check();
    await dialog.getByRole("button", { name: "حفظ" }).click();
    await page.getByRole("rowheader", { name: clerk.username }).waitFor();
    await shot("users");

    const own = await browser.open(options);
    await own.goto("/customers/new");
    await own.getByRole("heading", { name }).waitFor();
    await own.getByLabel("اسم المستخدم").fill(clerk.username);
    await own.getByLabel("كلمة المرور").fill(clerk.password);
    await own.getByRole("button", { name: "تسجيل الدخول" }).click();
    const form = own.locator("form#customer");
    await form.getByLabel("الاسم").fill(`عميل ${screen}`);
    await form.getByLabel("رقم الهاتف").fill("0777");
    await form.getByRole("button", { name: "حفظ" }).click();
    await own.getByRole("rowheader", { name: `عميل ${screen}` }).waitFor();
    expect(await own.locator(".menu-groups a").allTextContents()).toEqual(["لوحة التحكم", "العملاء"]);
    expect((await own.goto("/settings/users"))?.status()).toBe(403);

    await page.goto(`/settings/trail?person=${encodeURIComponent(clerk.username)}`);
    expect(await page.locator("tbody tr").allInnerTexts()).toEqual([
      expect.stringContaining(`عميل ${screen}`),
      expect.stringContaining("تسجيل دخول"),
    ]);
    await shot("audit_log");
    expect(await page.getByText(administrator.username).count()).toBeGreaterThan(0);
  },
);

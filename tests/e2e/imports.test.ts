import { expect, test } from "vitest";
import { fixture } from "../support/app";
import { picture, useBrowser } from "../support/browser";

/* Customers from a file, as a clerk does it in a browser. */

const office = fixture();
const browser = useBrowser(office);

const fileOf = (...lines: string[]) => ({
  name: "حجاج 1447.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(`\uFEFFالاسم;رقم الهاتف;الجنسية;تاريخ الميلاد\r\n${lines.join("\r\n")}`),
});

test("without JavaScript, on a phone: refused, corrected, tried out, and what is right imported", async () => {
  const page = await browser.signedIn("/customers", {
    screen: "phone",
    javaScript: false,
  });
  await page.getByRole("link", { name: "استيراد" }).click();
  const upload = async (file: ReturnType<typeof fileOf>) => {
    await page.getByLabel("الملف").setInputFiles(file);
    await page.getByRole("button", { name: "رفع الملف ومراجعته" }).click();
  };
  await upload({ ...fileOf(), buffer: Buffer.from("الاسم\nسالم") });
  await expect.poll(() => page.getByRole("alert").textContent()).toContain("رقم الهاتف");
  await upload(fileOf("سالم باوزير;+967 777 1;اليمن;1990-02-28", "هدى;0501;أطلانتس;30/02/1990"));
  await page.waitForURL(/\/customers\/import\/\d+$/);
  const trial = page.url();
  await picture(page, "import-trial-phone");
  await page.getByRole("definition").filter({ hasText: "1" }).last().getByRole("link").click();
  expect(page.url()).toBe(`${trial}?outcome=wrong`);
  expect(await page.locator("mark.wrong").allTextContents()).toEqual(["أطلانتس", "30/02/1990"]);
  await page.getByRole("button", { name: "استيراد الصحيح فقط" }).click();
  await expect.poll(() => page.locator(".notice").textContent()).toContain("أضيف 1 إلى العملاء");
  expect(await office.knex("customers").pluck("name")).toEqual(["سالم باوزير"]);
  await page.goto(trial);
  expect(await page.locator(".notice").textContent()).toContain("أضيف 1");
});

test("with JavaScript, how far it has come is shown, and a dead line loses nothing", async () => {
  const page = await browser.signedIn("/customers/import");
  const lines = Array.from({ length: 300 }, (_, index) => `حاج ${index};0600${index};مصر;`);
  await page.getByLabel("الملف").setInputFiles(fileOf(...lines));
  await page.getByRole("button", { name: "رفع الملف ومراجعته" }).click();
  await page.waitForURL(/\/import\/\d+$/);
  await page.waitForLoadState("networkidle"); // the scripts run: before, the browser itself would send the form
  const button = page.getByRole("button", { name: "استيراد" });

  await page.route("**/customers/import/*.data*", (route) => route.abort());
  await button.click();
  await expect.poll(() => page.getByRole("alert").textContent()).toContain("انقطع الاتصال");
  await page.unroute("**/customers/import/*.data*");

  const another = await office.knex.transaction();
  await another.raw("SELECT pg_advisory_xact_lock(hashtext('import customers'))");
  const asked = page.waitForResponse("**/api/imports/*/progress");
  await button.click();
  expect((await asked).status()).toBe(200);
  await page.getByText("ينتظر دوره").waitFor();
  await picture(page, "import-waiting");
  expect(await page.getByRole("progressbar").getAttribute("max")).toBe("300");
  await another.commit();
  await expect.poll(() => page.locator(".notice").textContent()).toContain("أضيف 300 إلى العملاء");
  expect(Number((await office.knex("customers").where("phone", "like", "0600%").count())[0]?.count)).toBe(
    300,
  );
});

test.each([
  ["phone", false],
  ["wide", true],
] as const)(
  "on a screen that is %s, JavaScript: %s, unknown headings are assigned in a step",
  async (screen, javaScript) => {
    const page = await browser.signedIn("/customers/import", { screen, javaScript });
    const text = `\uFEFFكشف ${screen}\r\nصاحب الطلب ${screen};وسيلة الاتصال ${screen};الجنسية\r\nزيد ${screen};0561;يمنية\r\nعمرو;لا هاتف;سعودي`;
    await page
      .getByLabel("الملف")
      .setInputFiles({ name: "كشف.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await page.getByRole("button", { name: "رفع الملف ومراجعته" }).click();
    await page.waitForURL(/\/columns$/);
    await page.getByLabel(`ما في العمود صاحب الطلب ${screen}`).selectOption({ value: "name" });
    await page.getByRole("button", { name: "متابعة" }).click();
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("«رقم الهاتف»");
    await picture(page, `import-columns-${screen}`);
    expect(await page.getByLabel(`ما في العمود صاحب الطلب ${screen}`).inputValue()).toBe("name");
    await page.getByLabel(`ما في العمود وسيلة الاتصال ${screen}`).selectOption({ value: "phone" });
    await page.getByRole("button", { name: "متابعة" }).click();
    await page.waitForURL(/\/import\/\d+$/);
    await picture(page, `import-left-${screen}`);
    await page.getByRole("button", { name: "استيراد الصحيح فقط" }).click();
    await expect.poll(() => page.locator("p.notice").textContent()).toContain("أضيف 1 إلى العملاء");
    await picture(page, `import-done-${screen}`);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "تنزيلها CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toContain("تحتاج إلى مراجعة.csv");
  },
);

import { expect, test } from "vitest";
import { fixture } from "../support/app";
import { picture, takeAction, useBrowser } from "../support/browser";
import { createUser } from "../support/users";

/* Users and roles in a browser: questions, toasts and checkboxes. */

const office = fixture();
const browser = useBrowser(office);
const toast = "[data-sonner-toast]";

test("a role is made, its boxes are ticked, another is looked at, and it is deleted", async () => {
  const page = await browser.signedIn("/settings/roles");
  await page.click("text=إضافة دور");
  await page.fill("[name=name]", "مشرف");
  await page.click("text=حفظ");
  await page.waitForURL(/roles\/\d+$/);
  const address = page.url();
  const box = (name: string) => page.locator(".checklist label", { hasText: name }).locator("input");
  await box("متابعة التأشيرات").check();
  await page.click("text=حفظ الصلاحيات");
  await page.waitForSelector(`${toast}:has-text("تم حفظ صلاحيات الدور «مشرف»")`);
  expect(await page.locator("[aria-current=page] small").last().innerText()).toBe(
    "صلاحية واحدة · لا يحمله أحد",
  );

  await box("متابعة التأشيرات").uncheck(); // not saved
  page.once("dialog", (question) => question.accept());
  await page.click(".side-list >> text=أمين الصندوق");
  await page.waitForSelector("h2:has-text('أمين الصندوق')");
  expect(await page.locator(".checklist :checked").count()).toBe(3);
  await page.goBack();
  await page.waitForURL(address);
  await page.waitForSelector("h2:has-text('مشرف')");
  expect(await page.locator(".checklist :checked").count()).toBe(1);

  page.once("dialog", (dialog) => dialog.accept());
  await page.click(".page-head .danger");
  await page.waitForSelector(`${toast}:has-text("تم حذف الدور")`);
  await page.waitForURL(/\/settings\/roles$/);
  expect(await page.locator(".side-list a").count()).toBe(4);
});

test("who holds a role is told over the unchanged page", async () => {
  const page = await browser.signedIn("/settings/roles/1");
  const asked: string[] = [];
  page.once("dialog", (dialog) => {
    asked.push(dialog.message());
    dialog.accept();
  });
  await page.click(".page-head .danger");
  await page.waitForSelector(`${toast}:has-text("يحمله المستخدم «manager»")`);
  expect(asked).toEqual(["هل أنت متأكد من حذف الدور «مدير النظام»؟"]);
  await page.waitForSelector("h2:has-text('مدير النظام')");
});

test.each(["wide", "phone"] as const)(
  "a role beyond the giver is refused in the form (%s)",
  async (screen) => {
    const login = await createUser(office.knex, `clerk ${screen}`, ["manage_users"]);
    const page = await browser.signedIn("/settings/users/new", { screen, login });
    await page.fill("[name=username]", `newcomer ${screen}`);
    await page.fill("[name=email]", `${screen}@example.com`);
    await page.fill("[name=password]", "Zamzam & Safa 1447");
    await page.locator(".picks label", { hasText: "مدير النظام" }).locator("input").check();
    await page.click("button:has-text('حفظ')");
    await page.waitForSelector(".errors:has-text('لا يمكنك منح الدور «مدير النظام»')");
    await picture(page, `refused-${screen}`);
    expect(await page.inputValue("[name=username]")).toBe(`newcomer ${screen}`);
    expect(await page.isChecked(".picks label:has-text('مدير النظام') input")).toBe(true);

    await page.locator(".picks label", { hasText: "مدير النظام" }).locator("input").uncheck();
    await page.fill("[name=password]", "Zamzam & Safa 1447");
    await page.click("button:has-text('حفظ')");
    await page.waitForSelector(`${toast}:has-text("تمت إضافة المستخدم «newcomer ${screen}»")`);

    page.once("dialog", (dialog) => dialog.accept());
    await takeAction(page.locator("tr", { hasText: `newcomer ${screen}` }), "حذف");
    await page.waitForSelector(`${toast}:has-text("تم حذف المستخدم")`);
  },
);

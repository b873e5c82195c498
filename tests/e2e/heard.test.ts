import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "../support/app";
import { logIn, untilScripted, useBrowser } from "../support/browser";

/* What a screen reader says and where the keyboard is (docs/decisions/heard.md). */

const office = fixture({ demo: true });
const browser = useBrowser(office);

const focus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    return element === document.body
      ? "body"
      : `${element.tagName} ${element.innerText || element.getAttribute("name")}`;
  });
const heard = async (page: Page) =>
  (await page.locator(".shell > p[role=status]").textContent())?.replaceAll("\u2060", "");

describe("with scripts", () => {
  let page: Page;
  const open = async (address: string) => {
    page = await browser.signedIn(address, { login: demoLogins[0] });
  };

  test("a link says where it has led; from a row and by Back the heading has the focus, from the menu the link", async () => {
    await open("/customers");
    expect(await heard(page)).toBe("");
    await page.locator(".list tbody th a").first().press("Enter");
    await page.waitForURL(/\/customers\/\d+$/);
    await expect.poll(() => heard(page)).not.toBe("");
    expect(await heard(page)).toBe(await page.title());
    expect(await focus(page)).toMatch(/^H1 /);
    await page.goBack();
    await expect.poll(() => focus(page)).toBe("H1 العملاء");
    await expect.poll(() => heard(page)).toContain("العملاء");
    await page.locator('#menu a[href="/contracts"]').press("Enter");
    await expect.poll(() => heard(page)).toContain("العقود");
    expect(await focus(page)).toBe("A العقود");
  });

  test("an import says what it has done, and the heading has the focus", async () => {
    await open("/customers/import");
    await page.locator("main input[type=file]").setInputFiles({
      name: "عملاء.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("الاسم,الهاتف,رقم الهوية\nسالم سعيد بن عجاج,+967777654321,776655443\n"),
    });
    await page.locator("main form .primary").press("Enter");
    await page.waitForURL(/import\/\d+/);
    await untilScripted(page);
    await page.locator("main .primary").press("Enter");
    const alert = page.locator("main [role=alert]");
    await alert.waitFor();
    expect(await alert.innerText()).toBe("تم الاستيراد: أضيف 1 إلى العملاء.");
    await expect.poll(() => heard(page)).toBe("عملاء.csv · استيراد العملاء");
    expect(await focus(page)).toBe("H1 استيراد العملاء");
  });

  test("the next page takes the focus along, and says which rows it has", async () => {
    await open("/customers");
    await page.locator('.pages a[rel="next"]').press("Enter");
    await expect.poll(() => heard(page)).toMatch(/^من 26 إلى 50، الإجمالي \d+/);
    expect(await focus(page)).toBe("H1 العملاء");
  });

  test("a dialog over its list is no new page, and gives the focus back", async () => {
    await open("/customers");
    const opener = page.locator('a[href="/customers/new"]').first();
    await opener.press("Enter");
    await page.locator("dialog:modal").waitFor();
    expect(await heard(page)).toBe("");
    await page.keyboard.press("Escape");
    await expect.poll(() => focus(page)).toBe(`A ${await opener.innerText()}`);
    expect(await heard(page)).toBe("");
  });

  test.each(["/customers", "/customers?page=2"])(
    "a search keeps the focus in its field, and says how many rows it has: %s",
    async (address) => {
      await open(address);
      const field = page.locator(".filters input[name=search]");
      await field.fill("محمد");
      await field.press("Enter");
      await page.waitForURL(/search=/);
      await expect.poll(() => heard(page)).toMatch(/^من 1 إلى \d+، الإجمالي \d+/);
      await expect.poll(() => focus(page)).toBe("INPUT search");
      await page.keyboard.type(" لا أحد كهذا");
      await page.keyboard.press("Enter");
      await expect.poll(() => heard(page)).toContain("لا");
      expect(await field.inputValue()).toBe("محمد لا أحد كهذا");
    },
  );

  test("after a refused deletion the keyboard is at its action at once, and stays where one goes from there", async () => {
    const [{ name }] = (await office
      .knex("customers")
      .whereIn("id", office.knex("contracts").select("customer_id"))
      .limit(1)) as [{ name: string }];
    await open(`/customers?search=${encodeURIComponent(name)}`);
    const action = page.getByRole("link", { name: `حذف ${name}`, exact: true });
    await action.press("Enter");
    await page.locator("[data-sonner-toast] [data-cancel]").waitFor();
    await page.getByText("تأكيد الحذف").press("Enter");
    await page.locator('[data-sonner-toast][data-type="error"]').waitFor();
    expect(await focus(page)).toBe("A حذف");
    const field = page.locator(".filters input[name=search]");
    await field.fill("");
    await page.keyboard.type("ab");
    await page.locator("[data-sonner-toast]").first().waitFor({ state: "detached" });
    await page.keyboard.type("cd");
    expect(await field.inputValue()).toBe("abcd");
  });

  test("after a deletion the keyboard is at the next row's; the question is told with its buttons, the message stays to be read", async () => {
    await open("/settings/accounts/expenses");
    expect(await page.locator("section[aria-live=polite]").count()).toBe(1); // before any message
    await page.goto("/settings/accounts/expenses/new");
    await untilScripted(page);
    await page.locator("dialog input[name=name]").fill("أجرة لا تلزم");
    await page.keyboard.press("Enter");
    const row = page.locator("tr", { hasText: "أجرة لا تلزم" });
    await row.waitFor();
    const next = await row.locator("xpath=following-sibling::tr[1]").locator("th").innerText();
    await row.getByText("حذف", { exact: true }).press("Enter");
    const cancel = page.locator("[data-sonner-toast] [data-cancel]");
    await expect.poll(() => focus(page)).toBe("BUTTON إلغاء");
    const question = await cancel.getAttribute("aria-describedby");
    expect(await page.locator(`#${question}`).innerText()).toContain("أجرة لا تلزم");
    await page.getByText("تأكيد الحذف").press("Enter");
    await row.waitFor({ state: "detached" });
    await expect.poll(() => focus(page)).toBe("A حذف");
    expect(
      await page.evaluate(() => document.activeElement?.closest("tr")?.querySelector("th")?.innerText),
    ).toBe(next);
    const message = page.locator(".last-message");
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe(`حذف ${next}`);
    await expect.poll(() => message.innerText()).toContain("حذف");
    await page.locator('#menu a[href="/account"]').press("Enter");
    await page.waitForURL(/account$/);
    await message.waitFor({ state: "detached" });
  });
});

test("a report that is asked for anew keeps the focus in its form", async () => {
  const page = await browser.open();
  await logIn(page.context(), demoLogins[0]);
  await page.goto("/reports/financial?report=profit");
  await untilScripted(page);
  const button = page.locator("form.filters button[type=submit]");
  await page.locator("form.filters [name=campaign_id]").selectOption({ index: 1 });
  await button.press("Enter");
  await page.waitForURL(/campaign_id=/);
  await expect.poll(() => focus(page)).toBe(`BUTTON ${await button.innerText()}`);
});

describe.each([true, false])("JavaScript %s", (javaScript) => {
  test("a refused login ties its reason to the password", async () => {
    const page = await browser.open({ javaScript });
    await page.goto("/login");
    if (javaScript) await untilScripted(page);
    await page.locator("[name=username]").fill("admin");
    await page.locator("[name=password]").fill("Safa-0000");
    await page.keyboard.press("Enter");
    const password = page.locator("[name=password][aria-invalid=true]");
    await password.waitFor();
    expect(await password.getAttribute("aria-describedby")).toBe("refusal");
    expect(await page.locator("#refusal").innerText()).not.toBe("");
    await expect.poll(() => page.title()).toMatch(/^خطأ: /);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
      .toBe("password");
  });

  test("a refused form says so first", async () => {
    const page = await browser.open({ javaScript });
    await logIn(page.context(), demoLogins[0]);
    await page.goto("/settings/accounts/expenses/new");
    if (javaScript) await untilScripted(page);
    await page.locator("dialog form").evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await page.locator("dialog button.primary").click();
    await page.locator(".errors").waitFor();
    await expect.poll(() => page.title()).toMatch(/^خطأ: /);
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("errors");
  });

  test("the login says why one is there after a session has ended", async () => {
    const page = await browser.open({ javaScript });
    await page.goto("/contracts");
    await page.locator("[name=username]").waitFor();
    expect(await page.locator("main, body").first().innerText()).not.toContain("انتهت جلستك");
    await logIn(page.context(), demoLogins[0]);
    await page.goto("/contracts");
    await office.knex("sessions").delete();
    await page.goto("/customers");
    await page.locator("[name=username]").waitFor();
    expect(await page.locator("body").innerText()).toContain("انتهت جلستك");
  });

  test("a box to tick is tied to what is wrong with it", async () => {
    const page = await browser.open({ javaScript });
    await logIn(page.context(), demoLogins[0]);
    await page.goto("/agents/1/edit");
    if (javaScript) await untilScripted(page);
    await page.locator("dialog input[type=checkbox]").evaluate((box: HTMLInputElement) => {
      box.value = "ربما";
    });
    await page.locator("dialog .form-actions .primary").click();
    const box = page.locator("dialog input[type=checkbox][aria-invalid=true]");
    await box.waitFor();
    const [error] = (await box.getAttribute("aria-describedby"))?.split(" ") ?? [];
    expect(await page.locator(`[id="${error}"]`).getAttribute("class")).toBe("error");
  });

  test("a conflict names the fields whose present value is another one, leads to them, and ties it to them", async () => {
    const page = await browser.open({ javaScript });
    await logIn(page.context(), demoLogins[0]);
    await page.goto("/suppliers/1/edit");
    if (javaScript) await untilScripted(page);
    await office
      .knex("suppliers")
      .where("id", 1)
      .update({ name: `الأمانة ${javaScript}`, notes: `غيرها زميل ${javaScript}` });
    await page.locator("dialog [name=address]").fill("شارع غيره الموظف");
    await page.locator("dialog button.primary").click();
    const links = page.locator(".errors a");
    await links.first().waitFor();
    expect(await links.allInnerTexts()).toEqual(["اسم المورد", "العنوان", "ملاحظات"]);
    await links.first().press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
    const described = await page.locator("dialog [name=name]").getAttribute("aria-describedby");
    expect(await page.locator(`[id="${described}"]`).innerText()).toBe(
      `القيمة الحالية: الأمانة ${javaScript}`,
    );
  });
});

test.each([
  { width: 1280, height: 800 },
  { width: 320, height: 256 },
])("nothing that stays in sight hides what has the focus: $width × $height", async (viewport) => {
  const page = await browser.open({ javaScript: false });
  await logIn(page.context(), demoLogins[0]);
  await page.setViewportSize(viewport);
  const hidden: string[] = [];
  const screens = {
    "/trips/groups/3/rooms": ".assigning select, .assigning input",
    "/services/packages/1/edit": "dialog input",
  };
  for (const [address, first] of Object.entries(screens)) {
    await page.goto(address);
    await page.locator(first).first().focus();
    await walk();
  }
  expect(hidden).toEqual([]);

  async function walk() {
    for (let stop = 0; stop < 30; stop++) {
      await page.keyboard.press("Tab");
      const name = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const { left, top, width, height } = element.getBoundingClientRect();
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        return above && (element.contains(above) || above.contains(element))
          ? ""
          : element.outerHTML.slice(0, 90);
      });
      if (name) hidden.push(name);
    }
  }
});

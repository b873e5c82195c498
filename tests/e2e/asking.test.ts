import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { picture, takeAction, useBrowser } from "../support/browser";
import { administrator } from "../support/database";

/* A browser that was told to show no more dialogs answers no by itself. That is nobody's answer: the office asks in the page. */

const office = fixture();
const browser = useBrowser(office);

beforeEach(async () => {
  await office.knex("customers").delete();
  await office.knex("suppliers").delete();
  await office.knex("suppliers").insert({ name: "مورد", phone: "0770" });
});

/** A page of a browser that shows no dialog. */
async function open(path: string, screen: "wide" | "phone" = "wide") {
  const page = await browser.open({
    screen,
    login: administrator,
  });
  await page.addInitScript(() => Object.assign(window, { confirm: () => false, alert() {} }));
  await page.goto(path);
  await page.waitForFunction(() => localStorage.getItem("username"));
  return page;
}

const question = (page: Page) => page.getByRole("alertdialog");

describe.each(["wide", "phone"] as const)("a link that asks (%s)", (screen) => {
  const rowOf = (page: Page) => page.locator("tr, .card", { hasText: "مورد" }).locator("visible=true").last();

  test("asks in the page: no keeps the row, yes deletes it once", async () => {
    const page = await open("/suppliers", screen);
    await takeAction(rowOf(page), "حذف");
    await question(page).getByText("هل أنت متأكد من حذف").waitFor();
    await picture(page, `asking/delete-${screen}`);
    await question(page).getByRole("button", { name: "لا" }).click();
    expect(await office.knex("suppliers").pluck("name")).toEqual(["مورد"]);
    await takeAction(rowOf(page), "حذف");
    await question(page).getByRole("button", { name: "نعم" }).dblclick();
    await page.getByText("تم حذف المورد").first().waitFor();
    expect([await office.knex("suppliers").pluck("name"), await page.getByText("فشل").count()]).toEqual([
      [],
      0,
    ]);
  });

  test("keeps a number in its question whole and in its order", async () => {
    await office.knex("suppliers").update({ name: "مورد C-2026-00017" });
    const page = await open("/suppliers", screen);
    await takeAction(rowOf(page), "حذف");
    const number = question(page).locator("bdi");
    expect(await number.textContent()).toBe("C-2026-00017");
    expect(await number.evaluate((element) => element.getClientRects().length)).toBe(1);
  });

  test("the question goes with its page", async () => {
    const page = await open("/suppliers", screen);
    await takeAction(rowOf(page), "حذف");
    await question(page).waitFor();
    await page.locator(".menu a[href='/agents']").dispatchEvent("click");
    await page.waitForURL("**/agents");
    await question(page).waitFor({ state: "detached" });
  });
});

test("where the toasts' script is missing too, a deletion that a toast would ask about is asked in the page", async () => {
  await office.knex("customers").insert({ name: "راحل", phone: "0777" });
  const page = await browser.open({ login: administrator });
  await page.addInitScript(() => Object.assign(window, { confirm: () => false }));
  await page.route("**/assets/dist-*.js", (route) => route.abort());
  await page.goto("/customers");
  await page.waitForFunction(() => localStorage.getItem("username"));
  await page.getByRole("row", { name: "راحل" }).getByText("حذف").click();
  await question(page).getByRole("button", { name: "نعم" }).click();
  await page.getByRole("row", { name: "راحل" }).waitFor({ state: "detached" });
});

describe("leaving a form with typed values", () => {
  const ways: [string, (page: Page) => Promise<unknown>][] = [
    ["«إلغاء»", (page) => page.getByRole("link", { name: "إلغاء" }).click()],
    ["✕", (page) => page.getByRole("link", { name: "إغلاق" }).click()],
    ["Escape", (page) => page.keyboard.press("Escape")],
    ["Back", (page) => page.goBack()],
    ["the menu", (page) => page.locator(".menu a[href='/agents']").dispatchEvent("click")],
  ];
  describe.each(["wide", "phone"] as const)("on a screen (%s)", (screen) => {
    test.each(ways)("by %s asks in the page: no stays, yes leaves", async (_, go) => {
      const page = await open("/suppliers", screen);
      await page.getByRole("link", { name: "إضافة مورد" }).first().click();
      await page.waitForFunction(() => document.querySelector("dialog:modal"));
      const name = page.locator("#supplier [name=name]");
      await name.fill("لم يحفظ");
      await go(page);
      await question(page).getByText("لم تحفظ ما كتبته في هذا النموذج").waitFor();
      await picture(page, `asking/leave-${screen}`);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("لا");
      await page.keyboard.press("Escape"); // no
      await question(page).waitFor({ state: "detached" });
      expect([new URL(page.url()).pathname, await name.inputValue()]).toEqual(["/suppliers/new", "لم يحفظ"]);
      await go(page);
      await question(page).getByRole("button", { name: "نعم" }).click();
      await page.waitForURL(/\/(suppliers|agents)$/);
      await name.waitFor({ state: "detached" });
    });
  });
});

describe.each(["wide", "phone"] as const)("what the page tells (%s)", (screen) => {
  /** The controls that it covers, in the dialog or on the page. */
  const covered = (page: Page) =>
    page.evaluate(() => {
      const box = document.querySelector("[popover][role=alert]")?.getBoundingClientRect() as DOMRect;
      const controls = (document.querySelector("dialog:modal") ?? document).querySelectorAll<HTMLElement>(
        "a, button, input, select, textarea",
      );
      return [...controls]
        .filter((control) => control.checkVisibility())
        .filter((control) => {
          const { top, bottom, left, right } = control.getBoundingClientRect();
          return top < box.bottom && bottom > box.top && left < box.right && right > box.left;
        })
        .map(({ outerHTML }) => outerHTML);
    });

  const sentence = "تم تسجيل سند القبض RV-2026-00031، وهذه جملة طويلة تشغل أكثر من سطر على شاشة الهاتف";

  test.each(["/suppliers", "/suppliers/new", "/customers/new", "/customers/import"])(
    "covers no control of %s",
    async (path) => {
      const page = await open(path, screen);
      await page.evaluate((detail) => window.dispatchEvent(new CustomEvent("tell", { detail })), sentence);
      await page.getByRole("alert").getByText(sentence).waitFor();
      await picture(page, `asking/told${path.replaceAll("/", "-")}-${screen}`);
      expect(await covered(page)).toEqual([]);
    },
  );

  test("goes with its page", async () => {
    const page = await open("/suppliers", screen);
    await page.evaluate((detail) => window.dispatchEvent(new CustomEvent("tell", { detail })), sentence);
    await page.locator(".menu a[href='/agents']").dispatchEvent("click");
    await page.waitForURL("**/agents");
    await page.getByText(sentence).waitFor({ state: "detached" });
  });
});

test("what the page tells goes with Escape", async () => {
  const page = await open("/suppliers");
  await page.evaluate(() => window.dispatchEvent(new CustomEvent("tell", { detail: "قول" })));
  await page.getByRole("alert").getByText("قول").waitFor();
  await page.keyboard.press("Escape");
  expect(await page.getByText("قول").isVisible()).toBe(false);
});

test("no screen uses the browser's own message, and one place its question", () => {
  const app = new URL("../../app/", import.meta.url);
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.[jt]sx?$/.test(file),
  );
  const users = files.filter((file) =>
    /\b(alert|confirm|prompt)\(/.test(readFileSync(new URL(file, app), "utf8")),
  );
  expect(users).toEqual(["ui/page/ask.ts"]);
});

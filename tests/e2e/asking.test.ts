import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { picture, takeAction, untilScripted, useBrowser } from "../support/browser";
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
  await untilScripted(page);
  return page;
}

const question = (page: Page) => page.getByRole("alertdialog");

/** Lets the page tell this, and waits until it does. */
async function tell(page: Page, sentence: string) {
  await page.evaluate((detail) => window.dispatchEvent(new CustomEvent("tell", { detail })), sentence);
  await page.getByRole("alert").getByText(sentence).waitFor();
}

const rowOf = (page: Page) => page.locator("tr, .card", { hasText: "مورد" }).locator("visible=true").last();

test.each(["wide", "phone"] as const)(
  "a link asks in the page, a number in its question whole and in its order: no keeps the row, yes deletes it once (%s)",
  async (screen) => {
    await office.knex("suppliers").update({ name: "مورد C-2026-00017" });
    const page = await open("/suppliers", screen);
    await takeAction(rowOf(page), "حذف");
    await question(page).getByText("هل أنت متأكد من حذف").waitFor();
    const number = question(page).locator("bdi");
    expect(await number.textContent()).toBe("C-2026-00017");
    expect(await number.evaluate((element) => element.getClientRects().length)).toBe(1);
    await picture(page, `asking/delete-${screen}`);
    await question(page).getByRole("button", { name: "لا" }).click();
    expect(await office.knex("suppliers").count().first()).toEqual({ count: "1" });
    await takeAction(rowOf(page), "حذف");
    await question(page).getByRole("button", { name: "نعم" }).dblclick();
    await page.getByText("تم حذف المورد").first().waitFor();
    expect([await office.knex("suppliers").count().first(), await page.getByText("فشل").count()]).toEqual([
      { count: "0" },
      0,
    ]);
  },
);

test("a question goes with its page, and so does what the page tells; that goes with Escape, too", async () => {
  const page = await open("/suppliers");
  const goTo = async (path: string) => {
    await page.locator(`.menu a[href='${path}']`).dispatchEvent("click");
    await page.waitForURL(`**${path}`);
  };
  await takeAction(rowOf(page), "حذف");
  await question(page).waitFor();
  await goTo("/agents");
  await question(page).waitFor({ state: "detached" });
  await tell(page, "قول");
  await goTo("/suppliers");
  await page.getByText("قول").waitFor({ state: "detached" });
  await tell(page, "قول آخر");
  await page.keyboard.press("Escape");
  expect(await page.getByText("قول آخر").isVisible()).toBe(false);
});

test("where the toasts' script is missing too, a deletion that a toast would ask about is asked in the page", async () => {
  await office.knex("customers").insert({ name: "راحل", phone: "0777" });
  const page = await browser.open({ login: administrator });
  await page.addInitScript(() => Object.assign(window, { confirm: () => false }));
  await page.route("**/assets/dist-*.js", (route) => route.abort());
  await page.goto("/customers");
  await untilScripted(page);
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
  // By turns: the way out does not know how wide the page is.
  test.each(ways.map(([name, go], turn) => [name, turn % 2 ? "phone" : "wide", go] as const))(
    "by %s asks in the page: no stays, yes leaves (%s)",
    async (_, screen, go) => {
      const page = await open("/suppliers", screen);
      await page.getByRole("link", { name: "إضافة مورد" }).first().click();
      await page.locator("dialog:modal").waitFor();
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
    },
  );
});

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

test.each(["/suppliers", "/suppliers/new", "/customers/new", "/customers/import"])(
  "what the page tells covers no control of %s, wide and on a phone",
  async (path) => {
    const sentence = "تم تسجيل سند القبض RV-2026-00031، وهذه جملة طويلة تشغل أكثر من سطر على شاشة الهاتف";
    const page = await open(path);
    await tell(page, sentence);
    for (const [screen, viewport] of Object.entries({
      wide: { width: 1280, height: 800 },
      phone: { width: 390, height: 844 },
    })) {
      await page.setViewportSize(viewport);
      await page.getByRole("alert").getByText(sentence).waitFor();
      await picture(page, `asking/told${path.replaceAll("/", "-")}-${screen}`);
      expect([screen, await covered(page)]).toEqual([screen, []]);
    }
  },
);

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

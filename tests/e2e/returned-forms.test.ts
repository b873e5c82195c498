import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { actOn, acts, kinds, letters, openReturned, press } from "../../scripts/bench/returned-forms.js";
import { holdBack, useBrowser } from "../support/browser";
import { administrator } from "../support/database";
import { makeCustomer, makeDollar } from "../support/factories";
import { useOffice } from "../support/office";

/*
 * Scripts move neither focus, scroll nor a control after the user's last key or press, except to the answer of that press
 * (docs/decisions/typed-work.md): no press and no letter is lost.
 */

const { office, client } = useOffice();
const browser = useBrowser();
let ids: Record<"customer_id" | "currency_id" | "cash_box_id", number>;

beforeAll(async () => {
  const currency_id = await makeDollar(office.knex);
  await client.post("/api/cash-boxes", { name: "الصندوق", currency_code: "USD" });
  const { id: cash_box_id } = await office.knex("accounts").first("id");
  ids = { customer_id: await makeCustomer(office.knex, { name: "محمد" }), currency_id, cash_box_id };
});

/** A browser four times slower than this machine. */
async function slowPage(javaScript: boolean) {
  const page = await browser.open({ baseURL: office.url, login: administrator, javaScript });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  return page;
}

/** The moments in the start of a page, in their order. */
const moments = ["frame", "load", "fetching", "drawing", "hydrated", "idle"];

const dayToCome = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);

/** Notes the moments that the page has reached. */
function watchStart() {
  const reached = new Set<string>();
  Reflect.set(window, "reached", reached);
  addEventListener("DOMContentLoaded", () => {
    requestAnimationFrame(() => requestAnimationFrame(() => reached.add("frame")));
    new MutationObserver(
      () => document.querySelector("link[rel=modulepreload]") && reached.add("fetching"),
    ).observe(document.head, { childList: true });
  });
  addEventListener("load", () => reached.add("load"));
  let router: unknown;
  Object.defineProperty(window, "__remixRouter", {
    get: () => router,
    set(value) {
      router = value;
      reached.add("drawing");
    },
  });
  addEventListener("hydrated", () => {
    reached.add("hydrated");
    requestIdleCallback(() => reached.add("idle"));
  });
}

const reach = (page: Page, moment: string) =>
  page.waitForFunction((one) => Reflect.get(window, "reached")?.has(one), moment);

/** The references of the receipts that were saved, which go. */
const takeSaved = async () => {
  const saved = await office.knex("receipt_vouchers").pluck("payment_reference");
  await office.knex("receipt_vouchers").delete();
  return saved;
};

/** Where a form leads that may be saved, and where one stays that is refused. */
const settled = (page: Page, kind: string) =>
  kind === "refused"
    ? page.locator("[role=alert]").first().waitFor()
    : page.waitForURL(/\/financial\/receipts$/);

describe.each(kinds)("a form that is %s", (kind) => {
  describe.each(acts)("%s", (act) => {
    const expected = act === "type" ? letters : "";
    const saved = kind === "refused" ? [] : [expected || null];

    test.each(moments)("at the moment: %s", async (moment) => {
      const page = await slowPage(true);
      await page.addInitScript(watchStart);
      await openReturned(page, { url: office.url, cookie: client.cookie, ids }, kind);
      await reach(page, moment);
      expect(await actOn(page, kind, act)).toEqual({ sent: [expected], astray: [] });
      await settled(page, kind);
      expect(await takeSaved()).toEqual(saved);
    });

    test("without JavaScript", async () => {
      const page = await slowPage(false);
      await openReturned(page, { url: office.url, cookie: client.cookie, ids }, kind);
      expect(await actOn(page, kind, act)).toEqual({ sent: [expected], astray: [] });
      await settled(page, kind);
      expect(await takeSaved()).toEqual(saved);
    });
  });
});

/** Whether the message of a form has the focus and is to be seen. */
const hasMessage = (page: Page) =>
  page.locator("form#receipt_voucher [role=alert]").evaluate((message) => {
    const { top, bottom } = message.getBoundingClientRect();
    return message === document.activeElement && top >= 0 && bottom <= innerHeight;
  });

describe.each(kinds)("the message of a form that is %s", (kind) => {
  test.each([true, false])(
    "is in view and has the focus from the start (JavaScript %s)",
    async (javaScript) => {
      const page = await slowPage(javaScript);
      await page.setViewportSize({ width: 1280, height: 500 });
      await page.addInitScript(watchStart);
      await page.addInitScript(() => {
        const moves: string[] = [];
        Reflect.set(window, "moves", moves);
        for (const type of ["focusin", "scroll"])
          addEventListener(type, () => moves.push(type), { capture: true });
      });
      await openReturned(page, { url: office.url, cookie: client.cookie, ids }, kind);
      await expect.poll(() => hasMessage(page)).toBe(true);
      if (!javaScript) return;
      await reach(page, "idle");
      expect(await hasMessage(page)).toBe(true);
      const moves = await page.evaluate(() => Reflect.get(window, "moves") as string[]);
      expect(moves.filter((type) => type === "focusin")).toHaveLength(1);
    },
  );
});

describe.each([
  ["a refusal", { description: "", date: "2026-01-01" }],
  ["a question", { description: "دفعة", date: dayToCome }],
])("%s that the scripts show", (_, fields) => {
  /** A form that was sent, with the function that lets its answer come. */
  async function send() {
    const page = await browser.signedIn(`/financial/receipts/new?customer=${ids.customer_id}`, {
      baseURL: office.url,
    });
    await page.setViewportSize({ width: 1280, height: 500 });
    const form = page.locator("form#receipt_voucher");
    await form.evaluate((element: HTMLFormElement) => {
      element.noValidate = true;
    });
    await form.locator("[name=amount]").fill("12.50");
    for (const [name, value] of Object.entries(fields)) await form.locator(`[name=${name}]`).fill(value);
    const answer = await holdBack(page, "**/financial/receipts/new.data*");
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await press(page, page.getByRole("button", { name: "تسجيل السند" }));
    await sent;
    return { page, form, answer, message: form.getByRole("alert") };
  }

  test("has the focus once, and is in view", async () => {
    const { page, answer, message } = await send();
    answer();
    await message.waitFor();
    await expect.poll(() => hasMessage(page)).toBe(true);
    const reference = page.locator("[name=payment_reference]");
    await press(page, reference);
    await page.keyboard.type(letters);
    expect(await reference.inputValue()).toBe(letters);
  });

  test("takes no letter from who types on", async () => {
    const { page, form, answer, message } = await send();
    const reference = form.locator("[name=payment_reference]");
    await press(page, reference);
    await page.keyboard.type(letters.slice(0, 10));
    const scroll = await page.evaluate(() => scrollY);
    answer();
    await message.waitFor({ state: "attached" });
    await page.keyboard.type(letters.slice(10));
    expect(await reference.inputValue()).toBe(letters);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(scroll);
  });

  test("waits for the release of a button, whose press is done", async () => {
    const { page, answer, message } = await send();
    const { x = 0, y = 0 } = (await page.getByRole("link", { name: "إلغاء" }).boundingBox()) ?? {};
    await page.mouse.move(x + 5, y + 5);
    await page.mouse.down();
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    answer();
    await answered;
    await page.evaluate(() => fetch("/healthz").then(() => new Promise(requestAnimationFrame)));
    expect(await message.count()).toBe(0);
    await page.mouse.up();
    await page.waitForURL(/\/financial\/receipts$/);
  });
});

import { randomUUID } from "node:crypto";

/*
 * A receipt's form that the browser gets as a page when it comes back, or a fresh one, and what a user does on it at any moment: for the
 * tests, and for the grid of scripts/bench/presses.js.
 */

/** @typedef {"refused" | "given back" | "asking"} Returned after a fault, after a login, with a question before it is saved */
/** @typedef {Returned | "fresh"} Kind */
/** @typedef {"press" | "type"} Act on the button that saves or answers; 20 letters into a field, and then the same */

/** @type {Returned[]} */
export const kinds = ["refused", "given back", "asking"];
/** @type {Act[]} */
export const acts = ["press", "type"];

export const letters = "abcdefghijklmnopqrst";

const receipts = "/financial/receipts/";
const path = `${receipts}new`;

/**
 * Opens the fresh form of a receipt. The context is logged in.
 *
 * @param {import("playwright").Page} page
 * @param {{ url: string, ids: { receipt_id: number } }} office
 */
export const openFresh = (page, { url, ids }) =>
  page.goto(`${url}${receipts}${ids.receipt_id}/edit`, { waitUntil: "commit" });

/**
 * Opens a form that has come back. The context is logged in.
 *
 * @param {import("playwright").Page} page
 * @param {{ url: string, cookie: string, ids: Record<"customer_id" | "currency_id" | "cash_box_id", number> }} office
 * @param {Returned} kind
 */
export async function openReturned(page, { url, cookie, ids }, kind) {
  const blank = await (await fetch(url + path, { headers: { Cookie: cookie } })).text();
  const hidden = (/** @type {string} */ name) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(blank)?.[1] ?? "";
  const fields = {
    ...ids,
    author: hidden("author"),
    idempotency_key: randomUUID(),
    amount: kind === "refused" ? "0" : "12.50",
    payment_method: "cash",
    date: new Date(Date.now() + (kind === "asking" ? 9 : -1) * 86_400_000).toISOString().slice(0, 10),
    description: "دفعة",
  };
  const form = Object.entries(fields).map(([name, value]) => [name, String(value)]);
  if (kind !== "given back") {
    await page.goto(`${url}/favorites`, { waitUntil: "domcontentloaded" });
    const answered = page.waitForEvent("framenavigated");
    await page.evaluate(sendByBrowser, { path, form });
    await answered;
    return;
  }
  const body = new URLSearchParams(form);
  const { headers } = await fetch(url + path, { method: "POST", redirect: "manual", body });
  const [name = "", value = ""] = headers.getSetCookie().join().split(";")[0]?.split("=") ?? [];
  await page.context().addCookies([{ name, value, url }]);
  await page.goto(url + path, { waitUntil: "commit" });
}

/** @param {{ path: string, form: string[][] }} sent */
function sendByBrowser({ path, form }) {
  const element = Object.assign(document.createElement("form"), { method: "post", action: path });
  for (const [name, value] of form)
    element.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(element);
  element.submit();
}

/**
 * Does what a user does on such a form, and counts.
 *
 * @param {import("playwright").Page} page
 * @param {Kind} kind
 * @param {Act} act
 * @param {{ timeout?: number }} [patience] how long it waits for the request
 * @returns what the press has sent, each with the letters in it, and where else letters are
 */
export async function actOn(page, kind, act, { timeout } = {}) {
  /** @type {(string | null)[]} */
  const sent = [];
  page.on("request", (request) => {
    if (request.method() !== "POST" || !request.url().includes(receipts)) return;
    sent.push(new URLSearchParams(request.postData() ?? "").get("payment_reference"));
  });
  const isAnswer = (/** @type {import("playwright").Response} */ answer) =>
    answer.request().method() === "POST";
  const answered = page.waitForResponse(isAnswer, { timeout }).catch(() => {});
  const form = page.locator("form#receipt_voucher");
  if (act === "type") {
    await press(page, form.locator("[name=payment_reference]"));
    for (const letter of letters) {
      await page.keyboard.type(letter);
      await frames(page, 1);
    }
  }
  const astray = await page.evaluate(lettersAstray);
  await press(
    page,
    form.locator(kind === "asking" ? "[name=confirmed][type=submit]" : ".form-actions [type=submit]").first(),
  );
  await answered;
  return { sent, astray };
}

/** What is in the page's other fields of a text. The forms have no other Latin letters. */
function lettersAstray() {
  const texts = document.querySelectorAll("input:is([type=text], [type=search], :not([type])), textarea");
  const controls = /** @type {HTMLInputElement[]} */ ([...texts]);
  return controls
    .filter(({ name, value }) => name !== "payment_reference" && /[a-z]/.test(value))
    .map(({ value }) => value);
}

/**
 * Presses an element, for a few frames, as the page stands when the press begins.
 *
 * @param {import("playwright").Page} page
 * @param {import("playwright").Locator} element
 */
export async function press(page, element) {
  const { x, y } = await element.evaluate((one) => {
    one.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = one.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  await frames(page, 5);
  await page.mouse.up();
}

/**
 * @param {import("playwright").Page} page
 * @param {number} count
 */
const frames = (page, count) =>
  page.evaluate(async (count) => {
    if (matchMedia("(scripting: none)").matches) return; // nothing moves there
    for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
  }, count);

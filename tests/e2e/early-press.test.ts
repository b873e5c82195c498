import { expect, test } from "vitest";
import { fixture } from "../support/app";
import { holdBack, useBrowser } from "../support/browser";
import { administrator } from "../support/database";

/* A page changes when its scripts start: a dialog becomes modal, fields go. A button that is held at that moment still counts. */

const office = fixture();
const browser = useBrowser();

/** A form before its scripts start, scrolled to its button. */
async function openForm(path: string, form: string, screen: { width: number; height: number }) {
  const page = await browser.open({ baseURL: office.url, login: administrator });
  await page.setViewportSize(screen);
  const startScripts = await holdBack(page, "**/assets/entry.client-*.js");
  await page.goto(path);
  const save = page.locator(`form#${form} .form-actions [type=submit]`).first();
  await page.locator(`form#${form} [name=phone], form#${form} [name=amount]`).fill("0777");
  await save.scrollIntoViewIfNeeded();
  const { x = 0, y = 0 } = (await save.boundingBox()) ?? {};
  await page.mouse.move(x + 10, y + 10);
  return { page, startScripts, save };
}

const isStarted = () => localStorage.getItem("username") !== null;

test("a button that is held while the scripts start sends the form", async () => {
  const { page, startScripts, save } = await openForm("/financial/receipts/new", "receipt_voucher", {
    width: 1280,
    height: 1200,
  });
  const before = await save.boundingBox();
  await page.locator("form#receipt_voucher").evaluate((element: HTMLFormElement) => {
    element.noValidate = true;
  });
  await page.mouse.down();
  const entry = page.waitForResponse("**/assets/entry.client-*.js");
  startScripts();
  await entry;
  await page.waitForTimeout(400); // enough for scripts that do not wait for the button
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.mouse.up();
  expect((await answer).status()).toBe(422);
  expect(await save.boundingBox()).not.toEqual(before); // else this shows nothing
});

test.each([1280, 390])(
  "a dialog stays where it was scrolled to when its scripts start (%d pixels wide)",
  async (width) => {
    const { page, startScripts, save } = await openForm("/customers/new", "customer", { width, height: 800 });
    const before = await save.boundingBox();
    startScripts();
    await page.waitForFunction(isStarted);
    expect(await page.locator("dialog:modal").count()).toBe(1);
    expect(await save.boundingBox()).toEqual(before);
  },
);

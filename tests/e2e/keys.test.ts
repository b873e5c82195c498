import type { Page } from "playwright";
import { expect, test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "../support/app";
import { logIn, untilScripted, useBrowser } from "../support/browser";

/*
 * How many keys three tasks take, with scripts and without (docs/decisions/heard.md). A key that writes a text or chooses among a field's choices is not counted.
 */

const office = fixture({ demo: true });
const browser = useBrowser(office);

class Keys {
  count = 0;
  constructor(
    private page: Page,
    private javaScript: boolean,
  ) {}

  async press(key: string) {
    this.count++;
    await this.page.keyboard.press(key);
  }

  /** Presses Tab until what is wanted has the focus. What leads on to the content is used where the content is wanted. */
  async tabTo(wanted: string) {
    const isIn = (selector: string) =>
      this.page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector);
    await this.page.locator(wanted).first().waitFor();
    const isInContent = await this.page
      .locator(wanted)
      .first()
      .evaluate((element) => !element.closest("#menu"));
    for (let stop = 0; stop < 200; stop++) {
      if (await isIn(wanted)) return;
      if (isInContent && (await isIn(".skip"))) await this.press("Enter");
      await this.press("Tab");
    }
    throw new Error(`No Tab leads to ${wanted}.`);
  }

  async follow(link: string, to: RegExp) {
    await this.tabTo(link);
    await this.press("Enter");
    await this.page.waitForURL(to);
    if (this.javaScript) await untilScripted(this.page);
  }
}

async function begin(javaScript: boolean, isIn: boolean) {
  const page = await browser.open({ javaScript });
  if (isIn) await logIn(page.context(), demoLogins[0]);
  await page.goto(isIn ? "/" : "/login");
  if (javaScript) await untilScripted(page);
  return { page, keys: new Keys(page, javaScript) };
}

/** As many as before anything was said to those who do not see. */
const most = {
  receipt: { true: 37, false: 45 },
  group: { true: 27, false: 29 },
  visa: { true: 36, false: 40 },
};

test.each([true, false])("from the login to a printed receipt (JavaScript %s)", async (javaScript) => {
  const { page, keys } = await begin(javaScript, false);
  await keys.tabTo("[name=username]");
  await page.keyboard.insertText(demoLogins[0].username);
  await keys.tabTo("[name=password]");
  await page.keyboard.insertText(demoLogins[0].password);
  await keys.press("Enter");
  await page.locator("#menu").waitFor();
  await keys.follow('main a[href="/financial/receipts/new"]', /receipts\/new/);
  await keys.tabTo("[name=customer_query]");
  await page.keyboard.type("محمد");
  if (javaScript) await page.locator(".options [role=option]").first().waitFor();
  await keys.press("Enter");
  if (!javaScript) {
    await keys.tabTo("input[type=radio][name=customer_id]");
    await keys.press("Space");
  }
  await keys.tabTo("[name=currency_id]");
  await page.locator("[name=currency_id]").selectOption({ label: "دولار أمريكي (USD)" });
  await keys.tabTo("[name=amount]");
  await page.keyboard.insertText("25");
  await keys.tabTo("[name=cash_box_id]");
  await page.locator("[name=cash_box_id]").selectOption({ index: 1 });
  await keys.tabTo("[name=description]");
  await page.keyboard.insertText("دفعة أولى");
  await keys.tabTo("form[method=post] .form-actions .primary");
  await keys.press("Enter");
  await keys.follow('a.button.primary[href$="/print"]', /print/);
  expect(keys.count).toBeLessThanOrEqual(most.receipt[`${javaScript}`]);
});

test.each([true, false])("a new group (JavaScript %s)", async (javaScript) => {
  const { page, keys } = await begin(javaScript, true);
  await keys.follow('main a[href="/Trips/groups"]', /groups$/i);
  await keys.follow('main a[href$="/groups/new"]', /new/);
  await keys.tabTo("[name=name]");
  await page.keyboard.insertText(`مجموعة المفاتيح ${javaScript}`);
  await keys.tabTo("dialog [name=campaign_id]");
  await page.locator("dialog [name=campaign_id]").selectOption({ index: 1 });
  await keys.tabTo("[name=capacity]");
  await page.keyboard.insertText("40");
  await keys.press("Enter");
  await page.getByText(`مجموعة المفاتيح ${javaScript}`).first().waitFor();
  expect(keys.count).toBeLessThanOrEqual(most.group[`${javaScript}`]);
});

test.each([true, false])("a visa approved (JavaScript %s)", async (javaScript) => {
  const { page, keys } = await begin(javaScript, true);
  await keys.follow('main a[href^="/trips/visas?"]', /visas\?/);
  await keys.follow('main tr a[href*="/trips/visas/"]', /visas\/\d+/);
  await keys.follow('a[href*="/status"]', /status/);
  await keys.tabTo("[name=status]");
  await page.locator("dialog [name=status]").selectOption("approved");
  await keys.tabTo("[name=visa_number]");
  await page.keyboard.insertText(`V00${javaScript ? 1 : 2}`);
  await keys.tabTo("[name=file]");
  await page.locator("[name=file]").setInputFiles({
    name: "visa.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from(
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
    ),
  });
  await keys.tabTo("dialog .form-actions .primary");
  await keys.press("Enter");
  await page.getByText("تم اعتماد التأشيرة").first().waitFor();
  expect(keys.count).toBeLessThanOrEqual(most.visa[`${javaScript}`]);
});

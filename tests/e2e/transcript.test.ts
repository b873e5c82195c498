import { readFileSync } from "node:fs";
import type { CDPSession, Page } from "playwright";
import { expect, test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "../support/app";
import { untilScripted, useBrowser } from "../support/browser";

/* What a screen reader says on the way to a printed receipt, as the browser's accessibility tree has it. docs/decisions/seeing.md has the same words. */

const office = fixture({ demo: true });
const browser = useBrowser(office);

/** The words of Arabic screen readers. */
const roles: Record<string, string> = {
  link: "رابط",
  button: "زر",
  textbox: "مربع تحرير",
  combobox: "مربع سرد وتحرير",
  menulistpopup: "مربع سرد",
  spinbutton: "مربع عددي",
  heading: "عنوان",
  alert: "تنبيه",
};

type Value = { value?: unknown };
type Node = {
  role: Value;
  name?: Value;
  value?: Value;
  description?: Value;
  properties?: { name: string; value: Value }[];
  ignored: boolean;
};

/** What is said of the element that has the focus: name, kind, state, value and description. */
async function focused(page: Page, tree: CDPSession) {
  const { result } = await tree.send("Runtime.evaluate", { expression: "document.activeElement" });
  const { nodes } = (await tree.send("Accessibility.getPartialAXTree", {
    objectId: result.objectId as string,
    fetchRelatives: false,
  })) as unknown as { nodes: Node[] };
  const node = nodes[0] as Node;
  const property = (name: string) => node.properties?.find((one) => one.name === name)?.value.value;
  const shown = await page.evaluate(() => {
    const control = document.activeElement as HTMLSelectElement;
    return control.tagName === "SELECT" ? control.selectedOptions[0]?.text : undefined;
  });
  const role = shown === undefined ? String(node.role.value) : "menulistpopup";
  const parts = [
    node.name?.value,
    roles[role.toLowerCase()] ?? role,
    property("required") && "مطلوب",
    property("invalid") === "true" && "إدخال غير صالح",
    shown ?? (role === "link" ? undefined : node.value?.value),
    node.description?.value,
  ];
  return parts
    .filter(Boolean)
    .map((part) => String(part).replaceAll(/\s+/g, " ").trim())
    .join("، ");
}

/** Days and numbers of documents, which differ from day to day. */
const steady = (sentence: string) =>
  sentence
    .replaceAll(/\d{4}-\d{2}-\d{2}/g, "2026-11-29")
    .replaceAll(/([A-Z]{1,2})-\d{4}-\d{5}/g, "$1-2026-00000")
    .replaceAll(/\d+ (محرم|صفر|ربيع|جمادى|رجب|شعبان|رمضان|شوال|ذو)[^،.]*/g, "14 جمادى الآخرة 1448 هـ");

test("the transcript of the way to a printed receipt is as the page speaks", async () => {
  const page = await browser.open();
  const tree = await page.context().newCDPSession(page);
  const said: string[] = [];
  const status = async () =>
    ((await page.locator(".shell > p[role=status]").textContent()) ?? "").replaceAll("\u2060", "");
  const say = (key: string, sentence: string | null) => said.push(steady(`${key}: «${sentence}»`));
  const sayFocus = async (key: string) => say(key, await focused(page, tree));

  /** Presses Tab until what is wanted has the focus, and says where it stops last. */
  async function tabTo(wanted: string) {
    let count = 0;
    const isThere = () => page.evaluate((wanted) => document.activeElement?.matches(wanted), wanted);
    for (; count < 100 && !(await isThere()); count++) await page.keyboard.press("Tab");
    await sayFocus(count > 1 ? "Tab مرات" : count ? "Tab" : "التركيز");
  }
  const type = async (text: string) => {
    await page.keyboard.type(text);
    said.push(`يكتب: ${text}`);
  };

  await page.goto("/login");
  await untilScripted(page);
  say("الصفحة", await page.title());
  await sayFocus("التركيز");
  await type(demoLogins[0].username);
  await tabTo("[name=password]");
  await page.keyboard.type(demoLogins[0].password);
  said.push("يكتب كلمة المرور");
  await page.keyboard.press("Enter");
  await page.locator("#menu").waitFor();
  await untilScripted(page);
  say("Enter، الصفحة", await page.title());
  await page.keyboard.press("Tab");
  await sayFocus("Tab");
  await page.keyboard.press("Enter");
  await tabTo('main a[href="/financial/receipts/new"]');
  await page.keyboard.press("Enter");
  await page.waitForURL(/receipts\/new/);
  await expect.poll(status).toContain("سند قبض");
  say("Enter", await status());
  await tabTo("[name=customer_query]");
  await type("محمد");
  await page.locator(".options [role=option]").first().waitFor();
  say("يسمع", (await page.locator(".picker [role=status], form [role=status]").first().textContent()) ?? "");
  await page.keyboard.press("Enter");
  await page.locator("form [role=status] a").waitFor();
  say("Enter", await page.locator("form [role=status]").first().textContent());
  await tabTo("[name=currency_id]");
  await tabTo("[name=amount]");
  await type("25");
  await tabTo("[name=cash_box_id]");
  await page.locator("[name=cash_box_id]").selectOption({ index: 1 });
  await sayFocus("يختار");
  await tabTo("form[method=post] .form-actions .primary");
  await page.keyboard.press("Enter");
  await page.locator(".errors").waitFor();
  await expect.poll(() => page.title()).toContain("خطأ");
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("errors");
  say("Enter، تنبيه", await page.locator(".errors").innerText());
  await tabTo(".errors a");
  await page.keyboard.press("Enter");
  await sayFocus("Enter");
  await type("دفعة أولى");
  await tabTo("form[method=post] .form-actions .primary");
  await page.keyboard.press("Enter");
  await page.waitForURL(/receipts$/);
  await page.locator('a.button.primary[href$="/print"]').waitFor();
  await expect.poll(() => page.title()).toContain("سندات القبض");
  await expect.poll(status).toContain("القبض");
  say("Enter", await status());
  say("تنبيه", await page.locator(".notice[role=alert] > p").innerText());
  await tabTo('a.button.primary[href$="/print"]');
  await page.keyboard.press("Enter");
  await page.waitForURL(/print/);
  await expect.poll(() => page.title()).toContain("RV-");
  say("Enter، الصفحة", await page.title());

  const lines = said.map((line) => `- ${line.replaceAll(/\s*\n+\s*/g, "، ")}`).join("\n");
  if (process.env.TRANSCRIPT) console.log(lines);
  expect(readFileSync("docs/decisions/seeing.md", "utf8")).toContain(lines);
});

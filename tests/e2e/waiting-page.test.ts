import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { connectionLost } from "~/ui/page/post";
import { cashCountsOf } from "../support/cash-counts";
import { administrator } from "../support/database";
import { makeCustomer } from "../support/factories";
import { groupVisas, visaPdf } from "../support/group-visas";
import { useLine } from "../support/line";
import { useOffice } from "../support/office";

/* A page whose next screen cannot be had waits for the line, and goes on by itself (docs/decisions/messages.md). */

const { office, client, browser } = useOffice({ isFirstVisit: true });
const line = useLine(office);
const { makeApplied } = groupVisas(office, client);
const boxes = cashCountsOf(office, client);

beforeEach(async () => {
  line.mend();
  await office.knex("suppliers").delete();
  await office.knex("suppliers").insert({ name: "مورد", phone: "0770" });
});

const told = (page: Page) => page.getByText(connectionLost).first();

async function open(path: string) {
  const page = await browser.signedIn(path, { baseURL: line.url });
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  return page;
}

/** Whether the browser has loaded no other page. */
const isSame = (page: Page) => page.evaluate(() => "isSame" in window);

/** The event is dispatched to the link, whose group of the menu may be folded. */
const toSuppliers = (page: Page) =>
  page
    .locator(".menu")
    .getByRole("link", { name: "الموردون", exact: true, includeHidden: true })
    .dispatchEvent("click");

describe.each([
  ["is not answered", () => line.cut(/suppliers\.data/)],
  ["is answered in part", () => line.breakOff(/suppliers\.data/)],
])("a link whose data %s", (_, harm) => {
  test("leaves the page until the line is back, and goes there without loading it anew", async () => {
    const page = await open("/customers");
    harm();
    await toSuppliers(page);
    await told(page).waitFor();
    expect(new URL(page.url()).pathname).toBe("/customers");
    line.mend();
    await page.getByRole("rowheader", { name: "مورد" }).waitFor();
    expect([new URL(page.url()).pathname, await isSame(page)]).toEqual(["/suppliers", true]);
  });
});

test("Back leaves the page until the line is back", async () => {
  const page = await open("/customers");
  await toSuppliers(page);
  await page.waitForURL("**/suppliers");
  await page.getByRole("rowheader", { name: "مورد" }).waitFor();
  line.cut(/customers\.data/);
  await page.goBack();
  await told(page).waitFor();
  expect(await page.getByRole("rowheader", { name: "مورد" }).count()).toBe(1);
  line.mend();
  await page.getByRole("heading", { level: 1, name: "العملاء" }).waitFor();
  expect(await isSame(page)).toBe(true);
});

test("a form with typed values is not left by itself, but at the next press", async () => {
  const page = await open("/customers/new");
  await page.clock.install();
  page.on("dialog", (dialog) => dialog.accept());
  const name = page.locator("#customer [name=name]");
  await name.fill("لم يحفظ");
  line.cut(/suppliers\.data/);
  await toSuppliers(page);
  await told(page).waitFor();
  line.asked.length = 0;
  line.mend();
  await name.fill("لم يحفظ بعد");
  await page.clock.runFor(20_000);
  await page.evaluate(async () => {
    for (let turn = 0; turn < 5; turn++) await fetch("/healthz");
  });
  expect(line.asked.filter((url) => url.includes("suppliers.data"))).toEqual([]);
  expect([new URL(page.url()).pathname, await name.inputValue()]).toEqual(["/customers/new", "لم يحفظ بعد"]);
  await toSuppliers(page);
  await page.waitForURL("**/suppliers");
});

test("a login that cannot be sent keeps what was typed, and is sent at the next press", async () => {
  const page = await browser.open();
  await page.goto("/login?to=/suppliers");
  await page.waitForLoadState("networkidle");
  await page.getByLabel("اسم المستخدم").fill(administrator.username);
  await page.getByLabel("كلمة المرور").fill(administrator.password);
  await page.context().setOffline(true);
  const button = page.getByRole("button", { name: "تسجيل الدخول" });
  await button.click({ noWaitAfter: true });
  await page.getByText("حدث خطأ أثناء تسجيل الدخول").waitFor();
  expect(await page.getByLabel("كلمة المرور").inputValue()).toBe(administrator.password);
  await page.context().setOffline(false);
  await button.click();
  await page.getByRole("rowheader", { name: "مورد" }).waitFor();
});

test("a question's page waits for the list after its deed, and the list says that it was done", async () => {
  const [{ id }] = await office.knex("suppliers").select("id");
  const page = await open(`/suppliers/${id}/delete`);
  line.cut(/suppliers(\.data)?(\?|$)/);
  await page.getByRole("button", { name: "تأكيد الحذف" }).click();
  await told(page).waitFor();
  expect(await office.knex("suppliers").count().first()).toEqual({ count: "0" });
  line.mend();
  await page.waitForURL("**/suppliers");
  await page.getByText("تم حذف المورد").first().waitFor();
  expect(await isSame(page)).toBe(true);
});

test("files that are sent in parts are shown once the line is back", async () => {
  const { group } = await makeApplied(1);
  const page = await open(`/trips/groups/${group}/papers`);
  const files = Array.from({ length: 101 }, (_, index) => ({
    name: `ورقة ${index}.pdf`,
    mimeType: "application/pdf",
    buffer: visaPdf(`ورقة ${index}`),
  }));
  await page.locator("[name=files]").setInputFiles(files);
  line.cut(/papers(\.data)?(\?|$)/);
  await page.getByRole("button", { name: "رفع ومعاينة" }).click();
  await told(page).waitFor();
  line.mend();
  await page.getByText("ورقة 0.pdf").first().waitFor();
  expect([await isSame(page), await page.locator("[name=files]").inputValue()]).toEqual([true, ""]);
});

describe("a form whose saving leads to another screen than its «إلغاء»", () => {
  /** Whether the browser has fetched the scripts of the screen at an address. */
  const hasFetched = (page: Page, path: string) =>
    page.evaluate(async (path) => {
      const { version } = Reflect.get(window, "__remixManifest");
      const answer = await fetch(`/__manifest?${new URLSearchParams({ p: path, version })}`);
      const routes: { module: string; imports: string[] }[] = Object.values(await answer.json());
      const had = new Set(performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
      return routes.flatMap(({ module, imports }) => [module, ...imports]).every((url) => had.has(url));
    }, path);

  /** Saves when nothing but data can be had. */
  async function saveOnHalfALine(page: Page, save: string, next: string) {
    await expect.poll(() => hasFetched(page, next)).toBe(true);
    line.cut(/\/assets\/|\/healthz/);
    await page.getByRole("button", { name: save, exact: true }).click({ noWaitAfter: true });
  }

  test("a plan, after which its stages come", async () => {
    const page = await open("/trips/plans/new");
    await page.locator("dialog [name=name]").fill("خطة");
    await page.locator("dialog [name=name]").blur();
    await saveOnHalfALine(page, "حفظ", "/trips/plans/1");
    await page.waitForURL(/\/trips\/plans\/\d+$/);
    expect(await isSame(page)).toBe(true);
  });

  test("the count of a cash box, which is shown", async () => {
    const { code } = await office.knex("currencies").first("code");
    const box = await boxes.makeBox(100, code);
    const page = await open(`${boxes.path(box)}/new`);
    await page.locator("[name=counted]").fill("100");
    await page.locator("[name=counted]").blur();
    await saveOnHalfALine(page, "تسجيل الجرد", `${boxes.path(box)}/1`);
    await page.waitForURL(/\/counts\/\d+$/);
    expect(await isSame(page)).toBe(true);
  });

  test("customers that are joined, of whom one stays", async () => {
    const [one, other] = [
      await makeCustomer(office.knex, { name: "مكرر" }),
      await makeCustomer(office.knex, { name: "مكرر" }),
    ];
    const page = await open(`/customers/${one}/join?with=${other}`);
    await page.locator("[name=keep]").first().focus();
    await page.locator("[name=keep]").first().blur();
    await saveOnHalfALine(page, "دمج السجلين", `/customers/${one}/edit`);
    await page.waitForURL(/\/customers\/\d+\/edit$/);
    expect(await isSame(page)).toBe(true);
  });
});

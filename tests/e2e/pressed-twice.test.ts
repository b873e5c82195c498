import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { holdBack, takeAction, useBrowser } from "../support/browser";
import { administrator } from "../support/database";

/* A deed is done once, however often it is pressed. */

const office = fixture();
const browser = useBrowser(office);

beforeEach(async () => {
  await office.knex("customers").delete();
  await office.knex("suppliers").delete();
  await office.knex("customers").insert([
    { name: "راحل", phone: "0777" },
    { name: "باق", phone: "0778" },
  ]);
  await office.knex("suppliers").insert({ name: "مورد", phone: "0770" });
});

/** A page, with the posts that it sends. */
async function open(path: string, options: { javaScript?: boolean } = {}) {
  const page = await browser.signedIn(path, options);
  return { page, posts: postsOf(page) };
}

function postsOf(page: Page) {
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(new URL(request.url()).pathname));
  return posts;
}

/** Delays the answers to posts, so that a second press comes while the first is under way. */
const delayPosts = (page: Page) =>
  page.route("**/*", async (route) => {
    if (route.request().method() === "POST") await new Promise((resolve) => setTimeout(resolve, 500));
    await route.fallback();
  });

const namesOf = (table: string) => office.knex(table).orderBy("id").pluck("name");
const row = (page: Page, name: string) => page.locator("tbody tr", { hasText: name });
const confirm = (page: Page) => page.getByRole("button", { name: "تأكيد الحذف" });

test("«حذف» pressed twice asks once, and its answer pressed twice deletes once and says so", async () => {
  const { page, posts } = await open("/customers");
  await row(page, "راحل").getByText("حذف").dblclick();
  await confirm(page).waitFor();
  expect(await confirm(page).count()).toBe(1);
  await delayPosts(page);
  await confirm(page).dblclick();
  await page.getByText("تم حذف العميل").waitFor();
  await row(page, "راحل").waitFor({ state: "detached" });
  expect([posts.length, await page.getByText("فشل").count()]).toEqual([1, 0]);
  expect(await namesOf("customers")).toEqual(["باق"]);
});

test("«حذف» of a row that is done and still in the list does nothing", async () => {
  const { page, posts } = await open("/customers");
  const letGo = await holdBack(page, "**/customers.data*");
  await row(page, "راحل").getByText("حذف").click();
  await confirm(page).click();
  await expect.poll(() => posts.length).toBe(1);
  await expect.poll(() => namesOf("customers")).toEqual(["باق"]);
  await confirm(page).waitFor({ state: "detached" });
  await row(page, "راحل").getByText("حذف").click();
  await row(page, "باق").getByText("حذف").click();
  await page.getByText("هل أنت متأكد من حذف العميل «باق»؟").waitFor();
  expect(await confirm(page).count()).toBe(1);
  letGo();
  await row(page, "راحل").waitFor({ state: "detached" });
  expect(posts).toHaveLength(1);
});

test("a link that the browser's own dialog asks about, pressed twice, is done once", async () => {
  const { page, posts } = await open("/suppliers");
  await delayPosts(page);
  let asked = 0;
  page.on("dialog", (dialog) => {
    asked++;
    return dialog.accept();
  });
  await takeAction(row(page, "مورد"), "حذف");
  await row(page, "مورد").getByText("حذف", { exact: true }).last().dispatchEvent("click");
  await row(page, "مورد").waitFor({ state: "detached" });
  expect([asked, posts.length, await page.getByText("فشل").count()]).toEqual([1, 1, 0]);
});

test("a record's own «حذف» asks and deletes once, also while the list to which it leads is on its way", async () => {
  const [{ id }] = await office.knex("roles").insert({ name: "زائد" }).returning("id");
  const { page, posts } = await open(`/settings/roles/${id}`);
  let asked = 0;
  page.on("dialog", (dialog) => {
    asked++;
    return dialog.accept();
  });
  const letGo = await holdBack(page, "**/settings/roles.data*");
  const remove = page.locator(".page-head").getByRole("link", { name: "حذف" });
  await remove.dblclick();
  await expect.poll(() => namesOf("roles")).not.toContain("زائد");
  await page.locator(".progress[data-busy]").waitFor({ state: "attached" });
  await remove.click();
  letGo();
  await page.waitForURL("**/settings/roles");
  expect([asked, posts.length, await page.getByText("فشل").count()]).toEqual([1, 1, 0]);
});

test("a question that was cancelled, or replaced by another, is asked again", async () => {
  const { page } = await open("/customers");
  for (const name of ["راحل", "باق", "راحل"]) {
    await row(page, name).getByText("حذف").click();
    await page.getByText(`هل أنت متأكد من حذف العميل «${name}»؟`).last().waitFor();
    await expect.poll(() => confirm(page).count()).toBe(1);
  }
  await page.getByRole("button", { name: "إلغاء" }).last().click();
  await confirm(page).waitFor({ state: "detached" });
  await row(page, "راحل").getByText("حذف").click();
  await confirm(page).click();
  await row(page, "راحل").waitFor({ state: "detached" });
});

test.each([true, false])("the page with the question deletes once (JavaScript %s)", async (javaScript) => {
  const { id } = await office.knex("customers").where({ name: "راحل" }).first("id");
  const { page, posts } = await open(`/customers/${id}/delete`, { javaScript });
  if (javaScript) await delayPosts(page);
  if (javaScript) await confirm(page).dblclick();
  else await confirm(page).click();
  await row(page, "راحل").waitFor({ state: "detached" });
  expect([posts.length, await page.getByText("فشل").count()]).toEqual([1, 0]);
});

describe.each([
  [
    "two presses",
    (page: Page) =>
      page.locator("#customer").getByRole("button", { name: "حفظ" }).dblclick({ noWaitAfter: true }),
  ],
  [
    "two Enters",
    async (page: Page) => {
      await page.locator("#customer [name=name]").focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Enter");
    },
  ],
  [
    "Enter that is held",
    async (page: Page) => {
      await page.locator("#customer [name=name]").focus();
      for (let turn = 0; turn < 4; turn++) await page.keyboard.down("Enter");
      await page.keyboard.up("Enter");
    },
  ],
  [
    "a press and an Enter",
    async (page: Page) => {
      await page.locator("#customer").getByRole("button", { name: "حفظ" }).click({ noWaitAfter: true });
      await page.keyboard.press("Enter");
    },
  ],
])("a changed form, sent by %s,", (_, send) => {
  test.each(["with scripts", "before the scripts run"])("is sent once (%s)", async (when) => {
    const { id } = await office.knex("customers").where({ name: "راحل" }).first("id");
    const page = await browser.open({ login: administrator });
    const posts = postsOf(page);
    if (when !== "with scripts")
      await page.route("**/assets/entry.client-*.js", (route) => route.fulfill({ status: 404 }));
    await delayPosts(page);
    await page.goto(`/customers/${id}/edit`);
    if (when === "with scripts") await page.locator("dialog:modal").waitFor();
    await page.locator("#customer [name=name]").fill("راحل معدل");
    await send(page);
    await page.waitForURL("**/customers");
    expect(posts).toHaveLength(1);
    expect(await namesOf("customers")).toEqual(["راحل معدل", "باق"]);
  });
});

test("a form that was refused is sent again", async () => {
  const { id } = await office.knex("customers").where({ name: "راحل" }).first("id");
  const { page, posts } = await open(`/customers/${id}/edit`);
  const name = page.locator("#customer [name=name]");
  await page.locator("#customer").evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await name.fill("");
  await name.press("Enter");
  await page.locator("#customer [role=alert]").waitFor();
  await name.fill("راحل معدل");
  await name.press("Enter");
  await page.waitForURL("**/customers");
  expect(posts).toHaveLength(2);
});

test("a form that the browser itself sends is sent once", async () => {
  const { page, posts } = await open("/suppliers/import");
  const form = page.locator("main form[method=post]").first();
  await delayPosts(page);
  const file = {
    name: "x.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("اسم المورد,رقم الهاتف\nآتٍ,0771\n"),
  };
  await form.locator("input[type=file]").setInputFiles(file);
  await form.getByRole("button", { name: "رفع الملف" }).dblclick({ noWaitAfter: true });
  await page.waitForURL((url) => url.pathname !== "/suppliers/import");
  expect(posts).toHaveLength(1);
});

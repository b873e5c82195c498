import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { logIn, picture } from "../support/browser";
import { administrator } from "../support/database";
import { useOffice } from "../support/office";
import { createUser, grant } from "../support/users";

/* A form that is sent without scripts and refused by a page loses nothing of what was typed. */

const { office, client, browser } = useOffice();
let round = 0;
let user: Awaited<ReturnType<typeof createUser>>;

beforeEach(async () => {
  await office.knex("customers").delete();
  user = await createUser(office.knex, `clerk${++round}`, ["manage_customers", "manage_suppliers"]);
});

const open = (path: string, screen: "wide" | "phone") =>
  browser.signedIn(path, { javaScript: false, screen, login: user });

const typed = (page: Page) => page.getByText("ما كتبته في النموذج");
const again = (page: Page) => page.getByRole("button", { name: "أعد إرسال ما كتبته" });

describe.each(["wide", "phone"] as const)("(%s)", (screen) => {
  test("a right that was taken away: it is sent again once the right is given back", async () => {
    const page = await open("/customers/new", screen);
    await page.locator("#customer [name=name]").fill("آتٍ");
    await page.locator("#customer [name=phone]").fill("0779");
    await page.locator("#customer [name=address]").fill("سطر\nوسطر");
    await page.locator("#customer [name=name_latin]").fill("lower case only");
    await office.knex("role_permissions").where({ role_id: user.roleId }).delete();
    await page.locator("#customer").getByRole("button", { name: "حفظ" }).click();
    await page.getByText("غير مصرح").first().waitFor();
    await typed(page).click();
    await picture(page, `refused-forms/forbidden-${screen}`);
    await page.getByText("سطر\nوسطر").waitFor();
    await page.getByText("lower case only").waitFor();
    await again(page).click();
    await page.getByText("غير مصرح").first().waitFor();
    await grant(office.knex, user.roleId, ["manage_customers"]);
    await again(page).click();
    await page.waitForURL("**/customers");
    expect(await office.knex("customers").select("name", "address")).toEqual([
      { name: "آتٍ", address: "سطر\nوسطر" },
    ]);
  });

  test("a record that is gone: what was typed is shown, and cannot be sent again", async () => {
    const [{ id }] = await office.knex("customers").insert({ name: "راحل", phone: "0777" }).returning("id");
    const page = await open(`/customers/${id}/edit`, screen);
    await page.locator("#customer [name=name]").fill("راحل معدل");
    await office.knex("customers").delete();
    await page.locator("#customer").getByRole("button", { name: "حفظ" }).click();
    await page.getByRole("alert").getByText("غير موجود").waitFor();
    await typed(page).click();
    await picture(page, `refused-forms/gone-${screen}`);
    await page.getByText("راحل معدل").waitFor();
    expect(await page.getByText("active").count()).toBe(0);
    expect(await again(page).count()).toBe(0);
  });
});

test("a form that was refused is still its author's, whoever sends it again", async () => {
  const page = await open("/customers/new", "wide");
  await page.locator("#customer [name=name]").fill("آتٍ");
  await page.locator("#customer [name=phone]").fill("0779");
  await office.knex("role_permissions").where({ role_id: user.roleId }).delete();
  await page.locator("#customer").getByRole("button", { name: "حفظ" }).click();
  await again(page).waitFor();
  await logIn(page.context(), administrator);
  await again(page).click();
  await page.getByText(`هذا النموذج للمستخدم «${user.username}»`).first().waitFor();
  expect(await office.knex("customers").pluck("name")).toEqual([]);
});

test("secrets and files are not shown again, and a question without fields has nothing to show", async () => {
  const secret = await client.submit("/settings/users/2147483647/edit", {
    username: "اسم مكتوب",
    password: "Zamzam-1448",
  });
  const { status, body } = secret;
  expect([status, body.includes("اسم مكتوب"), body.includes("Zamzam-1448")]).toEqual([404, true, false]);
  const voucher = await client.submit("/financial/receipts/2147483647/edit", {
    description: "بيان مكتوب",
    rate_shown: "9-9-9",
  });
  expect(voucher.body).toContain("<bdi>بيان مكتوب</bdi>");
  expect(voucher.body).not.toContain("<bdi>9-9-9</bdi>"); // the form's own
  const question = await client.submit("/customers/2147483647/delete", {});
  expect([question.status, question.body.includes("ما كتبته في النموذج")]).toEqual([404, false]);
});

import { beforeAll, describe, expect, test } from "vitest";
import { violationsOn } from "../support/browser";
import { hiddenField } from "../support/client";
import { makeCampaign, makeGroup } from "../support/factories";
import { useOffice } from "../support/office";
import { useReceipts } from "../support/receipts";
import { enterAs } from "../support/users";

/* A customer added from the form that chooses one, as a city is from a hotel's. */

const { office, client, browser } = useOffice({ isBusy: true });

const { ids, makeCustomer } = useReceipts(office, client);

beforeAll(async () => {
  await makeGroup(office.knex, await makeCampaign(office.knex, 50, []), { id: 1 });
});

const unescaped = (html: string) => html.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
const customers = async () => Number((await office.knex("customers").count().first())?.count);

const forms = {
  "/contracts/new": { visa_duration_days: "33" },
  "/financial/receipts/new": {
    amount: "١٢٠",
    description: "بيان طويل",
    currency_id: "2",
    date: "2026-11-01",
  },
  "/financial/payments/new": { payment_reference: "R-77", beneficiary_type: "customer" },
  "/trips/visas/new": { passport_number: "P7654321" },
  "/trips/groups/1/members/new": {},
};

describe.each(Object.entries(forms))("the form %s, without JavaScript", (path, typed) => {
  const kept: string = Object.values(typed)[0] ?? "";

  test("opens the dialog with what was searched for, adds once, and comes back with the customer chosen", async () => {
    const form = Object.keys(forms).indexOf(path);
    const name = `مضاف من ${form}`;
    const phone = `٠٧٧٧ ٠${form}`;
    const opened = await client.submit(`${path}?add=customers`, {
      ...typed,
      customer_query: name,
      lookup: "customers",
    });
    expect(opened.status).toBe(200);
    expect(opened.body).toMatch(new RegExp(`name="customer_name"[^>]*value="${name}"`));
    expect(opened.body).toContain(`value="${kept}"`);
    const carried = {
      typed: unescaped(hiddenField(opened.body, "typed")),
      lookup_key: hiddenField(opened.body, "lookup_key"),
    };
    const before = await customers();
    const dialog = {
      ...carried,
      adding: "customers",
      customer_name: name,
      customer_phone: phone,
      customer_national_id: "",
    };
    const missing = await client.submit(path, { ...dialog, customer_phone: "" });
    expect(missing.status).toBe(422);
    expect(missing.body).toContain("فشل إضافة العميل: الاسم ورقم الهاتف حقول مطلوبة");
    expect(missing.body).toMatch(new RegExp(`name="customer_name"[^>]*value="${name}"`));
    const answers = await Promise.all(Array.from({ length: 4 }, () => client.submit(path, dialog)));
    expect(await customers()).toBe(before + 1);
    const { id } = await office.knex("customers").where({ name }).first("id");
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatch(new RegExp(`type="hidden"[^>]*name="customer_id"[^>]*value="${id}"`));
      expect(body).toMatch(new RegExp(`role="status"><span>${name}`));
      expect(body).toContain(`value="${kept}"`);
      expect(body).not.toContain('id="customer-name"');
    }
    const closed = await client.submit(path, { ...dialog, lookup: "" });
    expect(closed.body).not.toContain('id="customer-name"');
    expect(closed.body).toContain(`value="${kept}"`);
    expect((await client.submit(path, { ...dialog, typed: "{" })).status).toBe(400);
  });
});

test("one who travels along is added to those who were chosen, without JavaScript", async () => {
  const known = await makeCustomer();
  const typed = JSON.stringify({ visa_duration_days: "33", companion_ids: [String(known)] });
  const opened = await client.submit("/contracts/new?add=companions", {
    companion_ids: String(known),
    companions_query: "زينب",
    lookup: "companions",
  });
  expect(opened.body).toMatch(/name="customer_name"[^>]*value="زينب"/);
  const dialog = { typed, adding: "companions", customer_name: "زينب المرافقة", customer_phone: "0777 9911" };
  const { body } = await client.submit("/contracts/new", dialog);
  const { id } = await office.knex("customers").where({ name: "زينب المرافقة" }).first("id");
  for (const one of [known, id])
    expect(body).toMatch(
      new RegExp(`type="checkbox"[^>]*name="companion_ids"[^>]*checked=""[^>]*value="${one}"`),
    );
  expect(body).toContain('value="33"');
});

test("who may not add customers has no button, and is refused", async () => {
  const seller = await enterAs(office, "seller", ["manage_contracts"]);
  const before = await customers();
  expect((await seller.get("/contracts/new")).body).not.toContain("إضافة عميل");
  const dialog = { lookup: "customers", typed: "{}", customer_name: "س", customer_phone: "0777123" };
  const { status, body } = await seller.submit("/contracts/new", dialog);
  expect([status, body.includes("ليس لديك صلاحية لإضافة العملاء")]).toEqual([403, true]);
  expect(await customers()).toBe(before);
});

test.each(["wide", "phone"] as const)(
  "in a browser what was typed stays, and the customer is chosen (%s)",
  async (screen) => {
    await makeCustomer();
    const page = await browser.signedIn("/financial/receipts/new", { baseURL: office.url, screen });
    await page.getByLabel("المبلغ المستلم").fill("75");
    await page.getByRole("combobox", { name: "العميل" }).fill(`خديجة ${screen}`);
    await page.getByRole("button", { name: "إضافة عميل" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await expect.poll(() => dialog.getByLabel("الاسم").inputValue()).toBe(`خديجة ${screen}`);
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByLabel("رقم الهاتف").fill("0777 555 666");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByRole("combobox", { name: "العميل" }).inputValue()).toBe(`خديجة ${screen}`);
    expect(await page.getByLabel("المبلغ المستلم").inputValue()).toBe("75");
    await page.getByLabel("البيان").fill("دفعة");
    await page.getByLabel("البيان").evaluate((area: HTMLTextAreaElement) => area.form?.requestSubmit());
    await page.waitForURL("**/financial/receipts");
    const { customer_id } = await office.knex("receipt_vouchers").orderBy("id", "desc").first("customer_id");
    expect(await office.knex("customers").where({ id: customer_id }).first("name")).toEqual({
      name: `خديجة ${screen}`,
    });
    expect(ids.customer).not.toBe(customer_id);
  },
);

test("in a browser the form is saved though what follows the dialog's answer is still on its way", async () => {
  const page = await browser.signedIn("/financial/receipts/new", { baseURL: office.url });
  await page.getByLabel("المبلغ المستلم").fill("76");
  await page.getByRole("combobox", { name: "العميل" }).fill("سعاد المستعجلة");
  await page.getByRole("button", { name: "إضافة عميل" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("رقم الهاتف").fill("0777 555 777");
  await page.route("**/financial/receipts/new.data*", (route) =>
    route.request().method() === "GET" ? undefined : route.continue(),
  );
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByLabel("البيان").fill("دفعة");
  await page.getByLabel("المبلغ المستلم").press("Enter");
  await page.waitForURL("**/financial/receipts");
  expect(await office.knex("receipt_vouchers").where({ amount: "76" })).toHaveLength(1);
});

test("in a browser one who travels along is added beside those who were chosen", async () => {
  const page = await browser.signedIn("/contracts/new", { baseURL: office.url });
  await page.getByText("أفراد آخرون من العائلة").click();
  for (const name of ["مرافق أول", "مرافق ثان"]) {
    await page.getByRole("combobox", { name: "المسافرون معه" }).fill(name);
    await page.getByRole("button", { name: "إضافة عميل" }).last().click();
    const dialog = page.getByRole("dialog", { name: "إضافة عميل" });
    await expect.poll(() => dialog.getByLabel("الاسم").inputValue()).toBe(name);
    await dialog.getByLabel("رقم الهاتف").fill(`0777 88${name.length}`);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
  }
  for (const name of ["مرافق أول", "مرافق ثان"])
    expect(await page.getByRole("checkbox", { name }).isChecked()).toBe(true);
});

import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { hiddenField } from "../support/client";
import { administrator } from "../support/database";
import { formIn } from "../support/forms";
import { day } from "../support/instalments";
import { useOffice } from "../support/office";
import { debtorsOf, letters, pageOf } from "../support/reminders";

const { office, client, browser } = useOffice({ isBusy: true });
const { debtor, noted, waysOf: ways, settle } = debtorsOf(office, client);

/** Whom the letters of a page are for. */
const names = (html: string) => [...html.matchAll(/<p>السلام[^<]*إلى: ([^\n<]+)/g)].map(([, name]) => name);

test("letters are printed for the ticked customers, one on each page, and note nothing", async () => {
  const ids: number[] = [];
  for (const name of ["سعاد", "مبارك", "عبدالله"]) ids.push(await debtor({ name: `${name} الرسائل` }));
  const page = await browser.open({ login: administrator, javaScript: false });
  await page.goto(`/financial/debts/customers?search=${encodeURIComponent("الرسائل")}`);
  for (const name of ["سعاد", "عبدالله"]) await page.getByLabel(`رسالة إلى ${name} الرسائل`).check();
  await page.getByRole("button", { name: "رسائل تذكير" }).click();
  expect(names(await page.content())).toEqual(["سعاد الرسائل", "عبدالله الرسائل"]);
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  const { text } = await extractText(pdf);
  expect(
    text.map((one) => [one.includes("1,500.00 SAR") || one.includes("SAR 1,500.00"), one.includes(day(-20))]),
  ).toEqual([
    [true, true],
    [true, true],
  ]);
  await page.goto(`/financial/debts/customers?search=${encodeURIComponent("الرسائل")}`);
  await page.getByRole("button", { name: "رسائل تذكير" }).click();
  expect(names(await page.content()).toSorted()).toEqual(
    ["سعاد الرسائل", "عبدالله الرسائل", "مبارك الرسائل"].toSorted(),
  );
  for (const id of ids) expect(await noted(id)).toEqual([]);

  await page.getByRole("button", { name: "سُلّمت الرسائل" }).click();
  expect(await page.locator("body").textContent()).toContain("سُجّل تسليم 3 رسائل");
  expect(page.url()).toContain(`?search=${encodeURIComponent("الرسائل")}`);
  for (const id of ids) expect(await ways(id)).toEqual(["letter"]);
});

test("letters are noted once, however often the button is pressed", async () => {
  const ids = await Promise.all([debtor(), debtor(), debtor()]);
  await settle(ids[2]);
  const customer = ids.map(String);
  const sheet = (await client.get(`${letters}?${customer.map((id) => `customer=${id}`).join("&")}`)).body;
  expect(sheet).toContain("لا رسالة لمن لم يبق عليه شيء: عميل واحد.");
  const idempotency_key = hiddenField(sheet, "idempotency_key");
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      client.submit(letters, { customer: customer.slice(0, 2), idempotency_key }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 302));
  expect(await Promise.all(ids.map(ways))).toEqual([["letter"], ["letter"], []]);
});

test("a letter has the words that were typed for one customer, and notes nothing yet", async () => {
  const id = await debtor();
  const { values } = formIn((await client.get(pageOf(id))).body);
  const address = `${letters}?customer=${id}`;
  const text = "نص خاص\nبهذا العميل <b>";
  const printed = await client.submit(address, { ...values, text, intent: "letter" });
  expect([printed.status, printed.body.includes("نص خاص\nبهذا العميل &lt;b&gt;")]).toEqual([200, true]);
  expect(printed.body).toContain(`href="${pageOf(id)}"`);
  expect(await noted(id)).toEqual([]);
  expect((await client.submit(address, { ...values, text: "ن".repeat(5000), intent: "letter" })).status).toBe(
    422,
  );
});

test("letters are bounded, and say what is wrong with an address", async () => {
  const many = Array.from({ length: 201 }, (_, index) => `customer=${index + 1}`).join("&");
  for (const query of [many, "customer=x", "customer=1&customer=-2", "age=old", "unreminded=3"]) {
    const { status, body } = await client.get(`${letters}?${query}`);
    expect([query.slice(0, 20), status, /على الأكثر|قيمة غير معروفة/.test(body)]).toEqual([
      query.slice(0, 20),
      200,
      true,
    ]);
  }
  const all = Array.from({ length: 201 }, (_, index) => String(index + 1));
  expect((await client.submit(letters, { customer: all })).status).toBe(422);
  const nobody = await client.get(`${letters}?customer=999999`);
  expect([nobody.status, nobody.body.includes("لا رسائل هنا")]).toEqual([200, true]);
  expect((await client.submit(letters, {})).status).toBe(302);
});

test("letters of many debtors come in pages of 200 debts", async () => {
  await office.knex.raw(`
      WITH people AS (INSERT INTO customers (name, phone) SELECT 'كثير ' || n, '0510000111' FROM generate_series(1, 203) AS n RETURNING id),
           one AS (SELECT * FROM contracts LIMIT 1)
      INSERT INTO contracts (contract_number, customer_id, package_id, campaign_id, contract_date, total_amount, currency_id)
      SELECT 'C-2020-' || people.id, people.id, package_id, campaign_id, current_date - 5, 100, currency_id FROM people, one`);
  const search = `search=${encodeURIComponent("كثير")}`;
  const first = (await client.get(`${letters}?${search}`)).body;
  expect(names(first)).toHaveLength(200);
  expect(first.replaceAll("<!-- -->", "")).toContain("في كل صفحة 200 دين على الأكثر");
  expect(names((await client.get(`${letters}?${search}&page=2`)).body)).toHaveLength(3);
  const values = [...first.matchAll(/name="customer" value="(\d+)"/g)].map(([, id]) => id as string);
  const idempotency_key = hiddenField(first, "idempotency_key");
  expect((await client.submit(`${letters}?${search}`, { customer: values, idempotency_key })).status).toBe(
    302,
  );
  expect(names((await client.get(`${letters}?${search}&unreminded=7`)).body)).toHaveLength(3);
});

import { describe, expect, test } from "vitest";
import { violationsOn } from "../support/browser";
import { hiddenField } from "../support/client";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";
import { useReceipts } from "../support/receipts";
import { wordsIn } from "../support/shares";

/* One payment for several contracts: a voucher for each, together the amount. */

const { office, client, browser } = useOffice({ isBusy: true });

const { ids, makeCustomer, makeContract, voucher, balanceOf, contractOf } = useReceipts(office, client);

const address = "/api/receipt-vouchers/split";
const path = "/financial/receipts/split";

async function makeFamily(totals: string[], currencyId = ids.usd) {
  const contracts: number[] = [];
  for (const [index, total] of totals.entries())
    contracts.push(await makeContract(total, currencyId, await makeCustomer(`فرد ${index + 1}`)));
  return contracts;
}

const payment = (contract_ids: number[], amount: number | string, more: object = {}) => {
  const { customer_id: _, ...own } = voucher({ contract_ids, amount, ...more });
  return own;
};

const vouchers = async () => Number((await office.knex("receipt_vouchers").count().first())?.count);
const amounts = (body: { receipt_vouchers: { amount: number }[] }) =>
  body.receipt_vouchers.map(({ amount }) => amount);

describe("by call", () => {
  test("each contract gets its voucher and number, all together the amount, by what remains of them", async () => {
    const contracts = await makeFamily(["1000", "1000", "500"]);
    const before = await balanceOf(ids.box);
    const { status, body } = await client.post(address, payment(contracts, "1000.01"));
    expect([status, amounts(body)]).toEqual([201, [400, 400.01, 200]]);
    const rows = body.receipt_vouchers;
    const numbers = rows.map(({ receipt_number }: { receipt_number: string }) =>
      Number(receipt_number.slice(8)),
    );
    expect(numbers).toEqual([0, 1, 2].map((step) => numbers[0] + step));
    expect(new Set(rows.map(({ split_id }: { split_id: string }) => split_id))).toEqual(
      new Set([body.split_id]),
    );
    expect(rows.map(({ customer }: { customer: string }) => customer)).toEqual(["فرد 1", "فرد 2", "فرد 3"]);
    expect(await balanceOf(ids.box)).toBeCloseTo(before + 1000.01, 6);
    expect(await contractOf(contracts[2] as number)).toEqual({ paid: 200, remaining: 300 });
    expect((await client.get(`/api/receipt-vouchers/${rows[0].id}`)).body.receipt_voucher).toEqual(rows[0]);
  });

  test("shares that were named stay, the others get what is left; the last payment closes them all", async () => {
    const contracts = await makeFamily(["300", "300", "300"]);
    const { body } = await client.post(address, payment(contracts, 500, { shares: ["200", null, ""] }));
    expect(amounts(body)).toEqual([200, 150, 150]);
    const rest = await client.post(address, payment(contracts, 400));
    expect(amounts(rest.body)).toEqual([100, 150, 150]);
    for (const contract of contracts) expect((await contractOf(contract)).remaining).toBe(0);
  });

  test("into a box of another currency it brings what the whole amount is worth, not what the shares are", async () => {
    const contracts = await makeFamily(["5000", "5000", "5000"], ids.sar);
    const before = await balanceOf(ids.box);
    const { body } = await client.post(address, payment(contracts, "1000.50", { currency_id: ids.sar }));
    expect(amounts(body)).toEqual([333.5, 333.5, 333.5]);
    expect(await balanceOf(ids.box)).toBeCloseTo(before + 266.8, 6); // three times 88.93 would be 266.79
  });

  test("what cannot be taken for one is taken for none, with all that is wrong at its place", async () => {
    const contracts = await makeFamily(["100", "100", "100"]);
    await office.knex("contracts").where({ id: contracts[2] }).update({ status: "cancelled" });
    const before = [await vouchers(), await balanceOf(ids.box)];
    const refusals: [object, string[]][] = [
      [{ amount: 301, shares: ["101", "100", "100"] }, ["shares[0]", "contract_ids[2]"]],
      [{ amount: 100, shares: ["50", "40", "9.99"] }, ["amount"]],
      [{ amount: 50, shares: ["50", "", ""] }, ["amount"]],
      [{ amount: 0 }, ["amount"]],
      [{ amount: "1.001" }, ["amount"]],
      [{ contract_ids: [] }, ["contract_ids"]],
      [{ contract_ids: undefined }, ["contract_ids"]],
      [{ contract_ids: [contracts[0], contracts[0]] }, ["contract_ids[1]"]],
      [{ contract_ids: [999_999] }, ["contract_ids[0]"]],
      [{ cash_box_id: null }, ["cash_box_id"]],
      [{ date: "2062-01-01" }, ["date"]],
    ];
    for (const [change, fields] of refusals) {
      const { status, body } = await client.post(address, { ...payment(contracts, 90), ...change });
      expect([JSON.stringify(change), status >= 400 && status < 500, Object.keys(body.fields)]).toEqual([
        JSON.stringify(change),
        true,
        fields,
      ]);
    }
    expect([await vouchers(), await balanceOf(ids.box)]).toEqual(before);
  });

  test("beside other receipts of the same contracts, in any order: never more than is owed, never half a payment", async () => {
    const contracts = await makeFamily(["1000", "1000", "1000"]);
    const reversed = contracts.toReversed();
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, (_, index) =>
        client.post(
          address,
          payment(index % 2 ? contracts : reversed, 300, { shares: ["100", "100", "100"] }),
        ),
      ),
      ...contracts.flatMap((contract_id, index) =>
        Array.from({ length: 5 }, async () => {
          const { customer_id } = await office
            .knex("contracts")
            .where({ id: contract_id })
            .first("customer_id");
          const one = voucher({ contract_id, customer_id, amount: 50 + 10 * index, cash_box_id: ids.box });
          return client.post("/api/receipt-vouchers", one);
        }),
      ),
    ]);
    expect(answers.filter(({ status }) => status !== 201 && status !== 422)).toEqual([]);
    for (const contract of contracts)
      expect((await contractOf(contract)).remaining).toBeGreaterThanOrEqual(0);
    const parts = await office
      .knex("receipt_vouchers")
      .whereIn("contract_id", contracts)
      .whereNotNull("split_id")
      .groupBy("split_id")
      .select("split_id")
      .count();
    expect(parts.every(({ count }) => Number(count) === 3)).toBe(true);
  });

  test("sent ten times under one key it is one payment; the key with another amount is refused", async () => {
    const contracts = await makeFamily(["100", "100"]);
    const before = await vouchers();
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.post(address, payment(contracts, 80), key)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.split_id}`)).size).toBe(1);
    expect(await vouchers()).toBe(before + 2);
    expect((await client.post(address, payment(contracts, 81), key)).status).toBe(409);
  });
});

test("the form shows what the contracts cost, what is left and what is due today, by currency", async () => {
  const dollars = await makeFamily(["1000", "1500.50"]);
  const dinars = await makeFamily(["40.125"], ids.kwd);
  const { customer_id } = await office.knex("contracts").where({ id: dollars[0] }).first();
  const paid = voucher({ customer_id, contract_id: dollars[0], amount: 250 });
  expect((await client.post("/api/receipt-vouchers", paid)).status).toBe(201);
  const sums = async (contracts: number[]) =>
    wordsIn((await client.get(`${path}?contracts=${contracts}`)).body).match(
      /إجمالي العقود.*?المستحق اليوم [^ ]+ [^ ]+/g,
    );
  expect(await sums([...dollars, ...dinars])).toEqual([
    "إجمالي العقود 2,500.50 USD المتبقي منها 2,250.50 USD المستحق اليوم 2,250.50 USD",
    "إجمالي العقود 40.125 KWD المتبقي منها 40.125 KWD المستحق اليوم 40.125 KWD",
  ]);
  expect(await sums(dinars)).toBeNull();
});

describe("the form, without JavaScript", () => {
  const form = (rows: number[], ticked: number[], more: Record<string, string> = {}) => ({
    amount: "300",
    currency_id: String(ids.usd),
    payment_method: "cash",
    cash_box_id: String(ids.box),
    date: "2026-11-01",
    description: "دفعة العائلة",
    ...Object.fromEntries(rows.map((id, place) => [`rows[${place}]`, String(id)])),
    ...Object.fromEntries(ticked.map((place) => [`contract_ids[${place}]`, String(rows[place])])),
    ...more,
  });
  const shares = (html: string) =>
    [...html.matchAll(/name="shares\[\d+\]"[^>]*>/g)].map(
      ([input]) => input.match(/value="([^"]*)"/)?.[1] ?? "",
    );

  test("divides step by step, keeps what was typed, takes it once and prints it whole", async () => {
    const contracts = await makeFamily(["400", "400", "400"]);
    const open = await client.get(`${path}?contracts=${contracts.slice(0, 2).join()}`);
    expect(open.body).toContain("فرد 2");
    expect(open.body).not.toContain("فرد 3");
    const idempotency_key = hiddenField(open.body, "idempotency_key");
    const { number } = await office
      .knex("contracts")
      .where({ id: contracts[2] })
      .first("contract_number as number");
    const found = await client.submit(
      path,
      form(contracts.slice(0, 2), [0, 1], { contract_query: number, intent: "find" }),
    );
    expect(found.body).toContain("فرد 3");
    expect(found.body.match(/name="contract_ids\[\d\]"[^>]*checked=""/g)).toHaveLength(2);

    const divided = await client.submit(
      path,
      form(contracts, [0, 2], { "shares[0]": "١٠٠", intent: "divide" }),
    );
    expect([divided.status, shares(divided.body)]).toEqual([200, ["100", "", "200.00"]]);
    const wrong = await client.submit(
      path,
      form(contracts, [0, 2], { "shares[0]": "450", "shares[2]": "-150" }),
    );
    expect([wrong.status, shares(wrong.body)]).toEqual([422, ["450", "", "-150"]]);
    const nothing = await client.submit(path, form(contracts, [], { amount: "", intent: "divide" }));
    expect([nothing.status, nothing.body.includes("اكتب المبلغ كله")]).toEqual([422, true]);

    const before = await vouchers();
    const good = form(contracts, [0, 2], { "shares[0]": "100", idempotency_key });
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.submit(path, good)));
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get("Location")}`))).toEqual(
      new Set(["302 /financial/receipts"]),
    );
    expect(await vouchers()).toBe(before + 2);
    const [first, second] = await office
      .knex("receipt_vouchers")
      .orderBy("id", "desc")
      .limit(2)
      .then((rows) => rows.reverse());
    expect([first.amount, second.amount]).toEqual(["100.0000", "200.0000"]);

    const sheet = (await client.get(`${path}/${first.split_id}`)).body;
    for (const words of [
      first.receipt_number,
      second.receipt_number,
      "فرد 1",
      "فرد 3",
      "300.00 USD",
      "فقط ثلاثمئة",
    ])
      expect(sheet).toContain(words);
    expect((await client.get(`/financial/receipts/${first.id}/print`)).body).toContain(
      `${path}/${first.split_id}`,
    );
    await client.put(`/api/receipt-vouchers/${first.id}`, { status: "cancelled" });
    const later = (await client.get(`${path}/${first.split_id}`)).body;
    expect(later).toContain("(ملغي)");
    expect(later).toContain("فقط مئتا");
    for (const none of ["x", first.split_id.replace(/^./, "z"), crypto.randomUUID()])
      expect((await client.get(`${path}/${none}`)).status).toBe(404);
  });

  test("asks before it goes into a box of another currency, with the whole amount", async () => {
    const contracts = await makeFamily(["5000", "5000"], ids.sar);
    const riyals = form(contracts, [0, 1], { currency_id: String(ids.sar), amount: "1000.50" });
    const { asked, confirmed } = questionsIn((await client.submit(path, riyals)).body);
    expect(asked).toEqual([expect.stringMatching(/266\.80 USD مقابل 1,000\.50 SAR/)]);
    expect((await client.submit(path, { ...riyals, confirmed })).status).toBe(302);
  });
});

test.each(["wide", "phone"] as const)("in a browser a family pays (%s)", async (screen) => {
  const contracts = await makeFamily(["400", "400"]);
  const page = await browser.signedIn(`${path}?contracts=${contracts.join()}`, {
    screen,
  });
  await page.keyboard.type("500"); // the first field has the focus
  await page.getByRole("button", { name: "توزيع المبلغ" }).click();
  await expect.poll(() => page.getByLabel("نصيب فرد 2").inputValue()).toBe("250.00");
  expect(await violationsOn(page)).toEqual([]);
  await page.getByLabel("البيان").fill("دفعة العائلة");
  await page.getByRole("button", { name: "تسجيل السندات" }).click();
  await page.waitForURL("**/financial/receipts");
  const print = page.getByRole("link", { name: "طباعة الدفعة كاملة" });
  await expect.poll(() => print.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/financial/receipts/split/*");
  expect(await page.locator(".print-sheet").innerText()).toContain("500.00 USD");
});

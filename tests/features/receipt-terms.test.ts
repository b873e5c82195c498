import type { Page } from "playwright";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { holdBack, useBrowser } from "../support/browser";
import { type Client, signIn } from "../support/client";
import { administrator, createDatabase, knexCommand } from "../support/database";
import { makeCampaign, makeCurrency, makeCustomer, makePackage } from "../support/factories";

/*
 * What a receipt voucher is worth: its rate is that of a pair of currencies, what was booked stays until its terms
 * change, and its form says and keeps what it was drawn for.
 */

const office = fixture();
const browser = useBrowser();
let client: Client;
const currencies: Record<"USD" | "SAR" | "YER" | "KWD" | "LBP", number> = {} as never;
let customer: number;
let box: number;

beforeAll(async () => {
  client = await signIn(office.url);
  const { knex } = office;
  currencies.USD = await makeCurrency(knex, "USD", "1", { is_default: true });
  currencies.SAR = await makeCurrency(knex, "SAR", "0.26666666666666666667");
  currencies.YER = await makeCurrency(knex, "YER", "0.0018674136321195");
  currencies.KWD = await makeCurrency(knex, "KWD", "3.2508");
  currencies.LBP = await makeCurrency(knex, "LBP", "0.0000111731843575418994");
  customer = await makeCustomer(knex, { name: "مسعود بن علي" });
  box = await makeBox();
});

async function makeBox(code = "USD") {
  return (await client.post("/api/cash-boxes", { name: "صندوق", currency_code: code })).body.cash_box
    .id as number;
}

let signed = 0;
async function makeContract(code: keyof typeof currencies, total: string) {
  const { knex } = office;
  const package_id = await makePackage(knex, currencies[code], total);
  const [row] = await knex("contracts")
    .insert({
      contract_number: `C-2026-${String(++signed).padStart(5, "0")}`,
      customer_id: customer,
      campaign_id: await makeCampaign(knex, 9, [package_id]),
      package_id,
      contract_date: "2026-01-05",
      currency_id: currencies[code],
      total_amount: total,
    })
    .returning("id");
  return row.id as number;
}

const voucher = (changes: object = {}) => ({
  customer_id: customer,
  currency_id: currencies.USD,
  amount: 100,
  payment_method: "cash",
  cash_box_id: box,
  date: "2026-11-01",
  description: "دفعة",
  ...changes,
});

async function receive(changes: object = {}) {
  const { status, body } = await client.post("/api/receipt-vouchers", voucher(changes));
  expect([status, body.message]).toEqual([201, undefined]);
  return body.receipt_voucher;
}

const find = async (id: number) => (await client.get(`/api/receipt-vouchers/${id}`)).body.receipt_voucher;
const last = async () => find((await office.knex("receipt_vouchers").max("id").first())?.max);

const open = (path: string, javaScript: boolean) =>
  browser.signedIn(path, { baseURL: office.url, javaScript });

const fields = (page: Page) => ({
  currency: page.getByLabel("عملة الدفع"),
  contract: page.locator("[name=contract_id]"),
  amount: page.getByLabel("المبلغ المستلم"),
  rate: page.getByLabel("سعر الصرف"),
  equivalent: page.locator("#receipt-equivalent"),
  description: page.getByLabel("البيان"),
});

/** Fills in what every new voucher needs, and sends it. */
async function save(page: Page, { amount }: { amount?: string } = {}) {
  if (amount) await fields(page).amount.fill(amount);
  const cashBox = page.getByLabel("الصندوق");
  if (!(await cashBox.inputValue())) await cashBox.selectOption(String(box));
  if (!(await fields(page).description.inputValue())) await fields(page).description.fill("دفعة من العقد");
  await page.getByRole("button", { name: /تسجيل السند|حفظ/ }).click();
}

/** With the scripts' arrival put off until `early` has been done. */
async function openBeforeScripts(path: string, early: (page: Page) => Promise<unknown>) {
  const page = await browser.open({ baseURL: office.url, login: administrator });
  const arrive = await holdBack(page, "**/*.js");
  await page.goto(path, { waitUntil: "commit" });
  await early(page);
  arrive();
  await page.locator("noscript").first().waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  return page;
}

test.each([
  ["USD", "SAR", "10.02", 37.58],
  ["USD", "SAR", "10.06", 37.73],
] as const)(
  "%s to %s: the equivalent is the amount times the rate shown, to the last unit",
  async (from, to, amount, equivalent) => {
    const sarBox = await makeBox(to);
    for (const rate of [undefined, 3.75, "3.75"]) {
      const contract_id = await makeContract(to, "1000");
      const receipt = await receive({
        contract_id,
        currency_id: currencies[from],
        amount,
        cash_box_id: sarBox,
        exchange_rate_at_payment: rate,
      });
      expect([receipt.exchange_rate_at_payment, receipt.equivalent_amount]).toEqual([3.75, equivalent]);
    }
    const box = (await client.get(`/api/cash-boxes/${sarBox}`)).body.cash_box;
    expect(box.balance).toBeCloseTo(3 * equivalent, 6);
  },
);

describe("a rate counts for its pair of currencies only", () => {
  test("the form as its HTML stands: dollars into a contract in riyals are taken at the rate of dollars", async () => {
    const contract = await makeContract("SAR", "5000");
    const page = await open(`/financial/receipts/new?contract=${contract}`, false);
    const { currency, rate } = fields(page);
    expect(await currency.inputValue()).toBe(String(currencies.SAR));
    expect(await rate.inputValue()).toBe("1");
    await currency.selectOption(String(currencies.USD));
    await save(page, { amount: "500" });
    await page.waitForURL(/\/financial\/receipts$/);
    expect(await last()).toMatchObject({
      amount: 500,
      currency_code: "USD",
      equivalent_amount: 1875,
      equivalent_currency: { code: "SAR" },
      contract: { remaining_amount: 3125 },
    });
  });

  test("a rate agreed for the pair that was drawn is kept", async () => {
    const contract = await makeContract("SAR", "5000");
    const { id } = await receive({ contract_id: contract, amount: 100 });
    const page = await open(`/financial/receipts/${id}/edit`, false);
    const { rate } = fields(page);
    expect(await rate.inputValue()).toBe("3.75");
    await rate.fill("3.8");
    await save(page);
    await page.waitForURL(/\/financial\/receipts$/);
    expect(await find(id)).toMatchObject({ equivalent_amount: 380, exchange_rate_at_payment: 3.8 });
  });

  test("typed for another pair, the form comes back with a sentence and the right pair's rate", async () => {
    const contract = await makeContract("SAR", "5000");
    const { id } = await receive({ contract_id: contract, amount: 100 });
    const page = await open(`/financial/receipts/${id}/edit`, false);
    await fields(page).rate.fill("3.8");
    await fields(page).currency.selectOption(String(currencies.KWD));
    await save(page);
    const { rate, currency, amount, equivalent } = fields(page);
    expect(await page.locator("#receipt_voucher-exchange_rate_at_payment-error").textContent()).toMatch(
      /3\.8.*USD.*SAR.*KWD/,
    );
    expect(await currency.inputValue()).toBe(String(currencies.KWD));
    expect(await amount.inputValue()).toBe("100.00");
    expect(await rate.inputValue()).toBe("12.1905");
    expect(await equivalent.textContent()).toBe("1,219.05 SAR");
    expect(await find(id)).toMatchObject({ currency_code: "USD", equivalent_amount: 375 });
    await save(page);
    await page.waitForURL(/\/financial\/receipts$/);
    expect(await find(id)).toMatchObject({ currency_code: "KWD", equivalent_amount: 1219.05 });
  });

  test("a step of the form without JavaScript offers the new pair's rate", async () => {
    const contract = await makeContract("SAR", "5000");
    const page = await open(`/financial/receipts/new?contract=${contract}`, false);
    await fields(page).currency.selectOption(String(currencies.USD));
    await fields(page).amount.fill("500");
    await page.getByRole("button", { name: "عرض العقود والمعادل" }).click();
    expect(await fields(page).rate.inputValue()).toBe("3.75");
    expect(await fields(page).equivalent.textContent()).toBe("1,875.00 SAR");
  });

  test("a currency chosen before the scripts arrive", async () => {
    const contract = await makeContract("SAR", "5000");
    const page = await openBeforeScripts(`/financial/receipts/new?contract=${contract}`, async (page) => {
      await fields(page).currency.selectOption(String(currencies.USD));
      await fields(page).amount.fill("500");
    });
    await expect.poll(() => fields(page).rate.inputValue()).toBe("3.75");
    expect(await fields(page).equivalent.textContent()).toBe("1,875.00 SAR");
    await save(page);
    await page.waitForURL(/\/financial\/receipts$/);
    expect(await last()).toMatchObject({ currency_code: "USD", equivalent_amount: 1875 });
  });

  test("a rate typed before the scripts arrive", async () => {
    const contract = await makeContract("SAR", "5000");
    const { id } = await receive({ contract_id: contract, amount: 100 });
    const page = await openBeforeScripts(`/financial/receipts/${id}/edit`, (page) =>
      fields(page).rate.fill("3.8"),
    );
    await expect.poll(() => fields(page).equivalent.textContent()).toBe("380.00 SAR");
    expect(await fields(page).rate.inputValue()).toBe("3.8");
    await save(page);
    await page.waitForURL(/\/financial\/receipts$/);
    expect(await find(id)).toMatchObject({ equivalent_amount: 380 });
  });

  test("with JavaScript the rate follows the choice, and comes back with it", async () => {
    const contract = await makeContract("SAR", "5000");
    const { id } = await receive({ contract_id: contract, amount: 100 });
    const page = await open(`/financial/receipts/${id}/edit`, true);
    const { rate, currency, equivalent } = fields(page);
    await rate.fill("3.8");
    await currency.selectOption(String(currencies.KWD));
    await expect.poll(() => rate.inputValue()).toBe("12.1905");
    await currency.selectOption(String(currencies.USD));
    await expect.poll(() => equivalent.textContent()).toBe("380.00 SAR");
    await save(page);
    await page.waitForURL(/\/financial\/receipts$/);
    expect(await find(id)).toMatchObject({ equivalent_amount: 380 });
  });

  test("by call a rate is for the pair that results", async () => {
    const contract = await makeContract("SAR", "5000");
    const { id } = await receive({ contract_id: contract, amount: 100 });
    const { body } = await client.put(`/api/receipt-vouchers/${id}`, {
      currency_id: currencies.KWD,
      exchange_rate_at_payment: 12,
    });
    expect(body.receipt_voucher).toMatchObject({ exchange_rate_at_payment: 12, equivalent_amount: 1200 });
  });
});

describe("what was booked", () => {
  test("a contract's paid amount is exact to the last digit", async () => {
    const contract = await makeContract("YER", "999999999999999.99");
    const big = { contract_id: contract, amount: "900719925474.31", exchange_rate_at_payment: "1001" };
    await receive(big);
    await receive({ ...big, amount: "0.10", exchange_rate_at_payment: "1" });
    const { paid_amount } = await office.knex("contracts").where({ id: contract }).first("paid_amount");
    expect(paid_amount).toBe("901620645399784.4100");
  });

  test("without a contract the equivalent is in the base of its time, until the money changes", async () => {
    const riyals = { currency_id: currencies.SAR, amount: 375 };
    const { id } = await receive(riyals);
    const words = await receive(riyals);
    const agreed = await receive({ ...riyals, exchange_rate_at_payment: 0.25 });
    const dollars = await receive({ amount: 100 });
    expect(words).toMatchObject({
      equivalent_amount: 100,
      equivalent_currency: { code: "USD", decimals: 2 },
    });
    const setDefault = (id: number) => client.post(`/api/currencies/${id}/set-default`, {});
    expect((await setDefault(currencies.YER)).status).toBe(200);
    try {
      const put = async (id: number, change: object) => {
        const { status, body } = await client.put(`/api/receipt-vouchers/${id}`, change);
        expect([status, body.message]).toEqual([200, undefined]);
        return body.receipt_voucher;
      };
      // What it says of the money was booked in dollars, and stays: by call, and as the form draws it.
      const booked = { equivalent_amount: 100, equivalent_currency: { code: "USD" } };
      expect(await put(words.id, { description: "بيان آخر" })).toMatchObject(booked);
      expect(await put(words.id, { ...(await find(words.id)), description: "ثالث" })).toMatchObject(booked);
      const page = await open(`/financial/receipts/${words.id}/edit`, false);
      expect(await fields(page).equivalent.textContent()).toBe("100.00 USD");
      await fields(page).description.fill("رابع");
      await save(page);
      await page.waitForURL(/\/financial\/receipts$/);
      expect(await find(words.id)).toMatchObject({ ...booked, description: "رابع" });
      const printed = await client.get(`/financial/receipts/${words.id}/print`);
      expect(printed.body.replaceAll(/<!--.*?-->/g, "")).toContain("100.00 USD");

      // Another amount is booked anew: 750 riyals are 107,100.00 rials by the rates of now, whatever was agreed before.
      const anew = { equivalent_amount: 107_100, equivalent_currency: { code: "YER" } };
      expect(await put(id, { amount: 750 })).toMatchObject(anew);
      expect(await put(agreed.id, { ...(await find(agreed.id)), amount: 750 })).toMatchObject(anew);
      expect(await put(dollars.id, { amount: 200 })).toMatchObject(anew);

      const form = await open(`/financial/receipts/${words.id}/edit`, false);
      await save(form, { amount: "750" });
      await form.waitForURL(/\/financial\/receipts$/);
      expect(await find(words.id)).toMatchObject(anew);

      const other = await receive({ currency_id: currencies.USD, amount: 1 });
      expect(other).toMatchObject({ equivalent_currency: { code: "YER" } });
      await setDefault(currencies.USD);
      const live = await open(`/financial/receipts/${other.id}/edit`, true);
      expect(await fields(live).equivalent.textContent()).toBe("535.50 YER");
      await fields(live).currency.selectOption(String(currencies.SAR));
      await expect.poll(() => fields(live).equivalent.textContent()).toBe("0.27 USD");
    } finally {
      await setDefault(currencies.USD);
    }
  });

  test("a currency in which an equivalent is told is not deleted", async () => {
    const other = await makeCurrency(office.knex, "EUR", "1.1");
    const { id } = await receive({ amount: 10 });
    await office.knex("receipt_vouchers").where({ id }).update({ equivalent_currency_id: other });
    const { status, body } = await client.delete(`/api/currencies/${other}`);
    expect([status, body.message]).toEqual([409, expect.stringContaining("سندات قبض")]);
  });

  test.each([
    ["amount", () => ({ amount: 101 })],
    ["customer_id", async () => ({ customer_id: await makeCustomer(office.knex) })],
    ["contract_id", async () => ({ contract_id: await makeContract("USD", "900") })],
    ["currency_id", () => ({ currency_id: currencies.KWD })],
    ["cash_box_id", async () => ({ cash_box_id: await makeBox() })],
    ["bank_account_id", () => ({ payment_method: "cheque", bank_account_id: 999_999 })],
    ["exchange_rate_at_payment", () => ({ exchange_rate_at_payment: 3 })],
  ])("a cancellation changes no terms: %s", async (field, change) => {
    const { id } = await receive({ currency_id: currencies.SAR });
    const before = await find(id);
    const { status, body } = await client.put(`/api/receipt-vouchers/${id}`, {
      status: "cancelled",
      ...(await change()),
    });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
    expect(await find(id)).toEqual(before);
  });

  test("a cancellation by the whole row, and with other words", async () => {
    const contract = await makeContract("SAR", "900");
    for (const currency_id of Object.values(currencies)) {
      const receipt = await receive({
        contract_id: contract,
        currency_id,
        amount: currency_id === currencies.LBP ? 90_000 : 10,
      });
      const { status, body } = await client.put(`/api/receipt-vouchers/${receipt.id}`, {
        ...receipt,
        status: "cancelled",
        description: "سجل مرتين",
      });
      expect([status, body.message]).toEqual([200, undefined]);
      const { updated_at: _, ...same } = receipt;
      expect(body.receipt_voucher).toMatchObject({
        ...same,
        contract: expect.anything(),
        status: "cancelled",
        description: "سجل مرتين",
      });
    }
  });

  test("refused without JavaScript, the form keeps the contract, cancelled as it is by now", async () => {
    const contract = await makeContract("USD", "900");
    const { id } = await receive({ contract_id: contract });
    await client.put(`/api/contracts/${contract}`, { status: "cancelled" });
    const page = await open(`/financial/receipts/${id}/edit`, false);
    await fields(page).description.evaluate((area) => area.removeAttribute("required"));
    await fields(page).description.fill(" ");
    await page.getByRole("button", { name: "حفظ" }).click();
    expect(await page.locator("#receipt_voucher-description-error").count()).toBe(1);
    expect(await fields(page).contract.inputValue()).toBe(String(contract));
    await fields(page).description.fill("بيان صحيح");
    await save(page);
    await page.waitForURL(/\/financial\/receipts$/);
    expect(await find(id)).toMatchObject({ contract_id: contract, description: "بيان صحيح" });
  });
});

describe.each([
  ["USD", true],
  ["SAR", false],
  ["YER", true],
  ["KWD", false],
  ["LBP", true],
] as const)(
  "a voucher in %s whose account was deactivated since (JavaScript: %s): its words are corrected",
  (from, javaScript) => {
    const targets = ["USD", "SAR", "YER", "KWD", "LBP", null] as const;
    const made: { id: number; target: string | null }[] = [];

    beforeEach(async () => {
      made.length = 0;
      const account = await makeBox("YER");
      for (const target of targets) {
        const contract_id = target ? await makeContract(target, "90000000000") : null;
        const currency_id = currencies[from];
        const receipt = await receive({ contract_id, currency_id, amount: 90_000, cash_box_id: account });
        made.push({ id: receipt.id, target });
      }
      await client.put(`/api/cash-boxes/${account}`, { status: "inactive" });
    });

    test("by call", async () => {
      for (const { id, target } of made) {
        const row = await find(id);
        for (const change of [
          { description: "أول" },
          { ...row, updated_at: undefined, description: "ثان" },
        ]) {
          const { status, body } = await client.put(`/api/receipt-vouchers/${id}`, change);
          expect([target, status, body.message]).toEqual([target, 200, undefined]);
        }
        const { description: _, updated_at: __, contract, ...same } = row;
        expect(await find(id)).toMatchObject({ ...same, description: "ثان" });
      }
    });

    test("by form", async () => {
      const page = await browser.open({ baseURL: office.url, login: administrator, javaScript });
      for (const { id, target } of made) {
        const { description: _, updated_at: __, ...same } = await find(id);
        await page.goto(`/financial/receipts/${id}/edit`);
        await fields(page).description.fill("صحح البيان");
        await page.getByRole("button", { name: "حفظ" }).click();
        await page.waitForURL(/\/financial\/receipts$/, { timeout: 5000 }).catch(() => {});
        expect([target, await page.locator(".errors").allTextContents()]).toEqual([target, []]);
        expect(await find(id)).toMatchObject({ ...same, description: "صحح البيان" });
      }
    });
  },
);

describe("a contract that the address names", () => {
  test("is for this receipt only: not for the list, its link, the way back or what follows", async () => {
    const contract = await makeContract("USD", "900");
    const address = `/financial/receipts/new?status=confirmed&contract=${contract}&page=2`;
    const { body } = await client.get(address);
    expect(body).toContain('href="/financial/receipts?status=confirmed&amp;page=2"');
    const saved = await client.submit(address, {
      ...Object.fromEntries(Object.entries(voucher()).map(([name, value]) => [name, String(value)])),
      contract_id: String(contract),
    });
    expect([saved.status, saved.headers.get("Location")]).toEqual([
      302,
      "/financial/receipts?status=confirmed&page=2",
    ]);
    const list = await client.get("/financial/receipts?status=confirmed");
    expect(list.body).toContain('href="/financial/receipts/new?status=confirmed"');
  });
});

test("vouchers from before are told what their equivalent is in; unused accounts that were deleted are gone", async () => {
  const database = await createDatabase();
  const { knex } = database;
  const step = (command: string) => knexCommand(command, { DATABASE_URL: database.url });
  try {
    await step("migrate:down 017_statements.ts");
    await step("migrate:down 016_equivalent_currency_and_margins.ts");
    const usd = await makeCurrency(knex, "USD", "1", { is_default: true });
    const sar = await makeCurrency(knex, "SAR", "0.2666666667");
    const deleted = { kind: "cash_box", name: "صندوق", currency_id: sar, deleted_at: "2026-01-01" };
    const [account, unused] = await knex("accounts").insert([deleted, deleted]).returning("id");
    const customer_id = await makeCustomer(knex);
    const package_id = await makePackage(knex, sar, "900");
    const [contract] = await knex("contracts")
      .insert({
        contract_number: "C-2025-00001",
        customer_id,
        campaign_id: await makeCampaign(knex, 9, [package_id]),
        package_id,
        contract_date: "2025-01-05",
        currency_id: sar,
        total_amount: "900",
      })
      .returning("id");
    const voucher = async (receipt_number: string, currency_id: number, rate: string, more: object = {}) =>
      knex("receipt_vouchers").insert({
        receipt_number,
        date: "2025-01-10",
        customer_id,
        amount: "10",
        currency_id,
        payment_method: "cash",
        account_id: account.id,
        account_amount: "10",
        description: "دفعة",
        exchange_rate_at_payment: rate,
        equivalent_amount: "10",
        received_by: (await knex("users").first("id")).id,
        updated_at: "2025-01-10",
        ...more,
      });
    await voucher("of a contract", usd, "1", { contract_id: contract.id });
    await voucher("at the rate 1", sar, "1");
    await voucher("in another currency", sar, "0.2666666667");
    const totals = await knex("receipt_vouchers_totals").orderBy(["currency_id", "status", "month"]);
    await step("migrate:latest");
    const rows = await knex("receipt_vouchers").orderBy("id");
    expect(rows.map(({ equivalent_currency_id }) => equivalent_currency_id)).toEqual([sar, sar, usd]);
    expect(rows.every(({ updated_at }) => updated_at.getFullYear() === 2025)).toBe(true);
    expect(await knex("receipt_vouchers_totals").orderBy(["currency_id", "status", "month"])).toEqual(totals);
    expect(await knex("accounts").pluck("id")).toEqual([account.id]);
    expect(unused.id).not.toBe(account.id);
  } finally {
    await database.drop();
  }
});

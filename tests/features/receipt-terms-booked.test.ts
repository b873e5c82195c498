import { describe, expect, test } from "vitest";
import { administrator } from "../support/database";
import { makeCurrency } from "../support/factories";
import { formIn } from "../support/forms";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";
import { equivalentIn, fields, useReceiptTerms } from "../support/receipt-terms";

/* The value of a receipt voucher: booked amounts stay until the terms change, and the form keeps them. */

const { office, client, browser } = useOffice();

const { currencies, makeBox, makeContract, receive, find, open } = useReceiptTerms(office, client, browser);

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
      // The amounts were booked in dollars and stay, by call and by form.
      const booked = { equivalent_amount: 100, equivalent_currency: { code: "USD" } };
      expect(await put(words.id, { description: "بيان آخر" })).toMatchObject(booked);
      expect(await put(words.id, { ...(await find(words.id)), description: "ثالث" })).toMatchObject(booked);
      const edit = `/financial/receipts/${words.id}/edit`;
      const { body: form } = await client.get(edit);
      expect(equivalentIn(form)).toBe("100.00 USD");
      const { values } = formIn(form);
      expect((await client.submit(edit, { ...values, description: "رابع" })).status).toBe(302);
      expect(await find(words.id)).toMatchObject({ ...booked, description: "رابع" });
      const printed = (await client.get(`/financial/receipts/${words.id}/print`)).body;
      expect(printed.replaceAll(/<!--.*?-->|<[^>]+>/g, "")).toContain("100.00 USD بسعر صرف 1 USD = 3.75 SAR");

      // Another amount is booked anew at the present rates: 750 riyals are 107,100.00 rials.
      const anew = { equivalent_amount: 107_100, equivalent_currency: { code: "YER" } };
      expect(await put(id, { amount: 750 })).toMatchObject(anew);
      expect(await put(agreed.id, { ...(await find(agreed.id)), amount: 750 })).toMatchObject(anew);
      expect(await put(dollars.id, { amount: 200 })).toMatchObject(anew);

      const present = formIn((await client.get(edit)).body).values;
      const asked = await client.submit(edit, { ...present, amount: "750" }); // into a box of another currency
      const { confirmed } = questionsIn(asked.body);
      const answered = await client.submit(edit, { ...formIn(asked.body).values, confirmed });
      expect(answered.status).toBe(302);
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

  test("an exact half goes away from zero, on its way into a box and back out of it", async () => {
    const strong = await makeCurrency(office.knex, "AED", "3.75");
    await makeCurrency(office.knex, "EGP", "0.0152");
    const pounds = await makeBox("EGP");
    const balance = async () => (await client.get(`/api/cash-boxes/${pounds}`)).body.cash_box.balance;
    const { id } = await receive({ currency_id: strong, amount: "23.75", cash_box_id: pounds });
    expect(await balance()).toBe(5859.38); // 23.75 × 3.75 ÷ 0.0152 = 5859.375
    await client.put(`/api/receipt-vouchers/${id}`, { status: "cancelled" });
    expect(await balance()).toBe(0);
  });

  test("a currency in which an equivalent is told is not deleted", async () => {
    const other = await makeCurrency(office.knex, "EUR", "1.1");
    const { id } = await receive({ amount: 10 });
    await office.knex("receipt_vouchers").where({ id }).update({ equivalent_currency_id: other });
    const { status, body } = await client.delete(`/api/currencies/${other}`);
    expect([status, body.message]).toEqual([409, expect.stringContaining("سندات قبض")]);
  });

  test("a cancellation changes no terms", async () => {
    const { id } = await receive({ currency_id: currencies.SAR });
    const before = await find(id);
    const { status, body } = await client.put(`/api/receipt-vouchers/${id}`, {
      status: "cancelled",
      amount: 101,
      contract_id: await makeContract("USD", "900"),
      exchange_rate_at_payment: 3,
    });
    const fields = ["contract_id", "amount", "exchange_rate_at_payment"];
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, fields]);
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
        cancelled_on: expect.any(String),
        description: "سجل مرتين",
      });
    }
  });

  test("refused without JavaScript, the form keeps the contract, cancelled as it is by now", async () => {
    const contract = await makeContract("USD", "900");
    const { id } = await receive({ contract_id: contract });
    await client.put(`/api/contracts/${contract}`, { status: "cancelled" });
    const edit = `/financial/receipts/${id}/edit`;
    const { values } = formIn((await client.get(edit)).body);
    const refused = await client.submit(edit, { ...values, description: " " });
    expect([refused.status, refused.body]).toEqual([
      422,
      expect.stringContaining("receipt_voucher-description-error"),
    ]);
    const back = formIn(refused.body).values;
    expect(back.contract_id).toBe(String(contract));
    expect((await client.submit(edit, { ...back, description: "بيان صحيح" })).status).toBe(302);
    expect(await find(id)).toMatchObject({ contract_id: contract, description: "بيان صحيح" });
  });
});

describe("the words of a voucher are corrected whose account was deactivated since", () => {
  const froms = ["USD", "SAR", "YER", "KWD", "LBP"] as const;
  const targets = ["USD", "SAR", "YER", "KWD", "LBP", null] as const;

  /** Vouchers in these currencies for contracts in these, of a box that is idle by now. */
  async function receiveIdle(pairs: (readonly [(typeof froms)[number], (typeof targets)[number]])[]) {
    const cash_box_id = await makeBox("YER");
    const made: { id: number; pair: string }[] = [];
    for (const [from, target] of pairs) {
      const contract_id = target && (await makeContract(target, "90000000000"));
      const voucher = { contract_id, currency_id: currencies[from], amount: 90_000, cash_box_id };
      made.push({ id: (await receive(voucher)).id, pair: `${from} to ${target}` });
    }
    await client.put(`/api/cash-boxes/${cash_box_id}`, { status: "inactive" });
    return made;
  }
  async function expectSame(id: number, before: Record<string, unknown>, description: string) {
    const { description: _, updated_at: __, contract: ___, ...same } = before;
    expect(await find(id)).toMatchObject({ ...same, description });
  }

  test.each(froms)("by call and by form, in %s", async (from) => {
    for (const { id, pair } of await receiveIdle(targets.map((target) => [from, target]))) {
      const row = await find(id);
      for (const change of [{ description: "أول" }, { ...row, updated_at: undefined, description: "ثان" }]) {
        const { status, body } = await client.put(`/api/receipt-vouchers/${id}`, change);
        expect([pair, status, body.message]).toEqual([pair, 200, undefined]);
      }
      await expectSame(id, row, "ثان");
      const edit = `/financial/receipts/${id}/edit`;
      const { values } = formIn((await client.get(edit)).body);
      const saved = await client.submit(edit, { ...values, description: "ثالث" });
      expect([pair, saved.status]).toEqual([pair, 302]);
      await expectSame(id, row, "ثالث");
    }
  });

  // The scripts reckon with each currency by its own rate and decimals, so each is taken once on either side.
  test("by form with JavaScript", async () => {
    const page = await browser.open({ login: administrator });
    const made = await receiveIdle(targets.map((target, turn) => [froms[(turn + 1) % 5] ?? "USD", target]));
    for (const { id, pair } of made) {
      const row = await find(id);
      await page.goto(`/financial/receipts/${id}/edit`);
      await fields(page).description.fill("صحح البيان");
      await page.getByRole("button", { name: "حفظ" }).click();
      await page
        .locator(".errors")
        .or(page.getByRole("heading", { level: 1, name: "سندات القبض" }))
        .waitFor();
      expect([pair, await page.locator(".errors").allTextContents()]).toEqual([pair, []]);
      await expectSame(id, row, "صحح البيان");
    }
  });
});

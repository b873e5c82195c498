import { describe, expect, test } from "vitest";
import { formIn } from "../support/forms";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";
import { equivalentIn, fields, useReceiptTerms } from "../support/receipt-terms";

/* The value of a receipt voucher: its rate belongs to a pair of currencies, and its form names the terms it was drawn for. */

const { office, client, browser } = useOffice();

const { currencies, makeBox, makeContract, voucher, receive, find, last, open, save, openBeforeScripts } =
  useReceiptTerms(office, client, browser);

/** The form at an address, as its HTML stands. */
async function formOf(path: string) {
  const { values } = formIn((await client.get(path)).body);
  return {
    values,
    send: (changes: Record<string, string>) =>
      client.submit(path.split("?")[0] ?? path, { ...values, ...changes }),
  };
}
/** What every new voucher needs. */
const typed = () => ({ cash_box_id: String(voucher().cash_box_id), description: "دفعة من العقد" });

test("the equivalent is the amount times the rate shown, to the last unit, and goes into the box", async () => {
  const sarBox = await makeBox("SAR");
  const contract_id = await makeContract("SAR", "1000");
  for (const rate of [undefined, 3.75, "3.75"]) {
    const terms = { contract_id, amount: "10.02", cash_box_id: sarBox, exchange_rate_at_payment: rate };
    const receipt = await receive(terms);
    expect([receipt.exchange_rate_at_payment, receipt.equivalent_amount]).toEqual([3.75, 37.58]); // 37.575
  }
  const box = (await client.get(`/api/cash-boxes/${sarBox}`)).body.cash_box;
  expect(box.balance).toBeCloseTo(3 * 37.58, 6);
});

describe("a rate counts for its pair of currencies only", () => {
  test("the form as its HTML stands: dollars into a contract in riyals are taken at the rate of dollars", async () => {
    const form = await formOf(`/financial/receipts/new?contract=${await makeContract("SAR", "5000")}`);
    expect(form.values.currency_id).toBe(`${currencies.SAR}`);
    expect(form.values.exchange_rate_at_payment).toBeUndefined(); // in the contract's own currency no rate is asked
    const saved = await form.send({ ...typed(), currency_id: `${currencies.USD}`, amount: "500" });
    expect([saved.status, saved.headers.get("Location")]).toEqual([302, "/financial/receipts"]);
    expect(await last()).toMatchObject({
      amount: 500,
      currency_code: "USD",
      equivalent_amount: 1875,
      equivalent_currency: { code: "SAR" },
      contract: { remaining_amount: 3125 },
    });
  });

  test("a rate agreed for the pair that was drawn is kept", async () => {
    const { id } = await receive({ contract_id: await makeContract("SAR", "5000"), amount: 100 });
    const form = await formOf(`/financial/receipts/${id}/edit`);
    expect(form.values.exchange_rate_at_payment).toBe("3.75");
    expect((await form.send({ exchange_rate_at_payment: "3.8" })).status).toBe(302);
    expect(await find(id)).toMatchObject({ equivalent_amount: 380, exchange_rate_at_payment: 3.8 });
  });

  test("typed for another pair, the form comes back with a sentence and the right pair's rate", async () => {
    const { id } = await receive({ contract_id: await makeContract("SAR", "5000"), amount: 100 });
    const form = await formOf(`/financial/receipts/${id}/edit`);
    const back = await form.send({ exchange_rate_at_payment: "3.8", currency_id: `${currencies.KWD}` });
    expect(back.status).toBe(422);
    expect(back.body).toMatch(
      /id="receipt_voucher-exchange_rate_at_payment-error"[^>]*>[^<]*3\.8[^<]*USD[^<]*SAR[^<]*KWD/,
    );
    const { values } = formIn(back.body);
    const money = { currency_id: `${currencies.KWD}`, amount: "100.00", exchange_rate_at_payment: "12.1905" };
    expect(values).toMatchObject(money);
    expect(equivalentIn(back.body)).toBe("1,219.05 SAR");
    expect(await find(id)).toMatchObject({ currency_code: "USD", equivalent_amount: 375 });
    const asked = await form.send(values); // the box is in dollars
    const { confirmed } = questionsIn(asked.body);
    expect((await form.send({ ...formIn(asked.body).values, confirmed })).status).toBe(302);
    expect(await find(id)).toMatchObject({ currency_code: "KWD", equivalent_amount: 1219.05 });
  });

  test("a step of the form without JavaScript offers the new pair's rate", async () => {
    const form = await formOf(`/financial/receipts/new?contract=${await makeContract("SAR", "5000")}`);
    const step = await form.send({ currency_id: `${currencies.USD}`, amount: "500", intent: "offer" });
    expect(formIn(step.body).values.exchange_rate_at_payment).toBe("3.75");
    expect(equivalentIn(step.body)).toBe("1,875.00 SAR");
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

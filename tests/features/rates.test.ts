import { beforeAll, describe, expect, test } from "vitest";
import * as factories from "../support/factories";
import { formIn } from "../support/forms";
import { useOffice } from "../support/office";
import { equivalentIn, fields } from "../support/receipt-terms";

/* Rates are typed and shown as people say them: 530 rials for a riyal, not 0.00188679. Calls have them as they always had. */

const { office, client, browser } = useOffice();

const ids = {} as Record<"sar" | "usd" | "yer" | "customer" | "supplier" | "rials" | "riyals", number>;
const currencies = "/settings/accounts/currencies";
const text = (html: string) => html.replaceAll(/<!--.*?-->|<[^>]+>/g, "");
/** The form of the dialog at an address. */
const dialogIn = (body: string) => formIn(body.replace(/^.*<dialog/s, "<main")).values;
const rateOf = async (id: number) =>
  (await office.knex("currencies").where({ id }).first("exchange_rate")).exchange_rate as string;

beforeAll(async () => {
  const { knex } = office;
  ids.sar = await factories.makeCurrency(knex, "SAR", "1", { is_default: true });
  ids.usd = await factories.makeCurrency(knex, "USD", "3.75");
  // The office adds the rial as it knows it.
  const added = await client.submit(`${currencies}/new`, {
    ...{ name: "ريال يمني", code: "YER", symbol: "﷼" },
    ...{ rate_of: "base", exchange_rate: "٥٣٠" },
  });
  expect(added.status).toBe(302);
  ids.yer = (await knex("currencies").where({ code: "YER" }).first("id")).id;
  ids.customer = await factories.makeCustomer(knex);
  ids.supplier = await factories.makeSupplier(knex);
  const box = async (name: string, currency_code: string) =>
    (await client.post("/api/cash-boxes", { name, currency_code, balance: 500_000 })).body.cash_box.id;
  ids.rials = await box("صندوق اليمني", "YER");
  ids.riyals = await box("صندوق السعودي", "SAR");
});

async function makeContract(currency_id: number, total: string) {
  const package_id = await factories.makePackage(office.knex, currency_id, total);
  const campaign_id = await factories.makeCampaign(office.knex, 9, [package_id]);
  const parties = { customer_id: ids.customer, campaign_id, package_id, currency_id };
  return factories.makeContract(office.knex, parties, total);
}

const receive = async (more: object) => {
  const { status, body } = await client.post("/api/receipt-vouchers", {
    ...factories.inCash(ids.rials, ids.yer, 53_000),
    ...{ customer_id: ids.customer, date: "2026-11-01", description: "دفعة" },
    ...more,
  });
  expect([status, body.fields]).toEqual([201, undefined]);
  return body.receipt_voucher;
};
const find = async (id: number) => (await client.get(`/api/receipt-vouchers/${id}`)).body.receipt_voucher;
const newest = async () => find((await office.knex("receipt_vouchers").max("id").first())?.max);

/** The form of a new receipt in rials, as the server draws it when they are chosen without JavaScript. */
async function rialForm(contract: number, amount = "53000") {
  const path = `/financial/receipts/new?contract=${contract}`;
  const first = formIn((await client.get(path)).body).values;
  const typed = { currency_id: `${ids.yer}`, cash_box_id: `${ids.rials}`, amount, description: "دفعة" };
  const { body } = await client.submit(path, { ...first, ...typed, intent: "offer" });
  const { values } = formIn(body);
  return {
    body,
    values,
    send: (change: Record<string, string>) => client.submit(path, { ...values, ...change }),
  };
}

describe("currencies", () => {
  test("a rate typed as the worth of one of the base is kept as its exact fraction, and calls have the other", async () => {
    expect(await rateOf(ids.yer)).toBe("0.0018867924528301886792");
    const { currency } = (await client.get(`/api/currencies/${ids.yer}`)).body;
    expect(currency.exchange_rate).toBe(1 / 530);
    const list = text((await client.get(currencies)).body);
    for (const said of ["1 SAR = 530 YER", "1 USD = 3.75 SAR"]) expect(list).toContain(said);
    expect(list.slice(0, list.indexOf("__remixContext"))).not.toContain("0.0018");
    expect(text((await client.get(`${currencies}?search=YER`)).body)).toContain("1 SAR = 530 YER"); // without the base's row
  });

  test("the form tells it so, and saved as it stands it changes nothing", async () => {
    for (const [id, shown, hint] of [
      [ids.yer, "530", "كم يساوي 1 SAR بعملة YER"],
      [ids.usd, "3.75", "كم يساوي 1 USD بعملة SAR"],
      [ids.sar, "1", "العملة الأساسية قيمتها 1 دائمًا."],
    ] as const) {
      const path = `${currencies}/${id}/edit`;
      const { body } = await client.get(path);
      const values = dialogIn(body);
      expect([id, values.exchange_rate]).toEqual([id, shown]);
      expect(text(body)).toContain(hint);
      const before = await rateOf(id);
      const saved = await client.submit(path, { ...values, name: `${values.name} آخر` });
      expect([id, saved.status, await rateOf(id)]).toEqual([id, 302, before]);
    }
  });

  test("a rate that was typed in calls' direction is shown in the other, with all its digits, and stays", async () => {
    const id = await factories.makeCurrency(office.knex, "LBP", "0.0000418", { name: "ليرة" });
    const path = `${currencies}/${id}/edit`;
    const { body } = await client.get(path);
    const values = dialogIn(body);
    expect(values.exchange_rate).toBe("23923.4449761"); // 1 ÷ 0.0000418, to twelve digits
    expect((await client.submit(path, values)).status).toBe(302);
    expect(await rateOf(id)).toBe("0.0000418");
    const again = dialogIn((await client.get(path)).body);
    expect((await client.submit(path, { ...again, exchange_rate: "24000" })).status).toBe(302);
    expect(text((await client.get(currencies)).body)).toContain("1 SAR = 24000 LBP");
    const { rate_shown: _, updated_at: __, ...old } = again; // an older page
    expect((await client.submit(path, { ...old, exchange_rate: "0.00005" })).status).toBe(302);
    expect(await rateOf(id)).toBe("0.00005");
    await client.delete(`/api/currencies/${id}`);
  });

  test("changed by someone else meanwhile, what was typed stays in its direction beside the present one", async () => {
    const path = `${currencies}/${ids.yer}/edit`;
    const values = dialogIn((await client.get(path)).body);
    await client.put(`/api/currencies/${ids.yer}`, { exchange_rate: 0.002 });
    try {
      const back = await client.submit(path, values);
      const again = dialogIn(back.body);
      expect([back.status, again.exchange_rate]).toEqual([409, "530"]);
      expect(text(back.body)).toContain("القيمة الحالية: 500");
      expect((await client.submit(path, again)).status).toBe(302);
    } finally {
      expect(await rateOf(ids.yer)).toBe("0.0018867924528301886792"); // saved again, 530 is what was meant
    }
  });

  test.each(["0", "-530", "خمسمئة", "1e999", "NaN", "1/530", "9".repeat(40)])(
    "the rate %s is refused at its field in either direction",
    async (exchange_rate) => {
      for (const rate_of of ["own", "base"]) {
        const sent = { name: "يورو", code: "EUR", symbol: "€", rate_of, exchange_rate };
        const { status, body } = await client.submit(`${currencies}/new`, sent);
        expect([status, /currency-exchange_rate-error/.test(body)]).toEqual([422, true]);
        expect(body).toContain(`<option value="${rate_of}" selected=""`);
      }
    },
  );

  test("so small a rate that calls could not take its inverse is refused", async () => {
    const sent = {
      name: "يورو",
      code: "EUR",
      symbol: "€",
      rate_of: "base",
      exchange_rate: "0.0000000000001",
    };
    const { status, body } = await client.submit(`${currencies}/new`, sent);
    expect([status, /currency-exchange_rate-error/.test(body)]).toEqual([422, true]);
    expect(await office.knex("currencies").where({ code: "EUR" })).toEqual([]);
  });
});

describe("receipts", () => {
  test("the server proposes how many rials a riyal is, and the receipt is exact", async () => {
    const form = await rialForm(await makeContract(ids.sar, "1000"));
    expect(form.values.exchange_rate_at_payment).toBe("530");
    expect(text(form.body)).toContain("كم يساوي 1 SAR بعملة YER");
    expect(equivalentIn(form.body)).toBe("100.00 SAR");
    expect((await form.send({})).status).toBe(302);
    expect(await newest()).toMatchObject({ amount: 53_000, equivalent_amount: 100 });
  });

  test.each<[rate: string, amount: string, equivalent: number]>([
    ["530", "26502.65", 50.01], // 50.005, an exact half
    ["٥٣٥", "53500", 100],
    ["1,060", "53000", 50],
    ["141.33", "14133", 100],
    ["0.5", "50", 100],
  ])("typed as %s, %s rials are exactly %s riyals", async (exchange_rate_at_payment, amount, equivalent) => {
    const form = await rialForm(await makeContract(ids.sar, "1000"), amount);
    expect((await form.send({ exchange_rate_at_payment })).status).toBe(302);
    const { id, ...receipt } = await newest();
    expect(receipt.equivalent_amount).toBe(equivalent);
    // Its form, saved as it stands, changes nothing; nor does it with other words.
    const path = `/financial/receipts/${id}/edit`;
    const { values } = formIn((await client.get(path)).body);
    for (const description of ["دفعة", "بيان آخر"]) {
      const { updated_at } = formIn((await client.get(path)).body).values;
      const stored = () =>
        office
          .knex("receipt_vouchers")
          .where({ id })
          .first("exchange_rate_at_payment", "equivalent_amount", "account_amount");
      const before = await stored();
      expect(
        (await client.submit(path, { ...values, updated_at: `${updated_at}`, description })).status,
      ).toBe(302);
      expect(await stored()).toEqual(before);
    }
  });

  test("another amount at the agreed rate, and a form of an older page, which means the other direction", async () => {
    const contract_id = await makeContract(ids.sar, "1000");
    const { id } = await receive({ contract_id, exchange_rate_at_payment: 1 / 535 });
    const path = `/financial/receipts/${id}/edit`;
    const { values } = formIn((await client.get(path)).body);
    expect(values.exchange_rate_at_payment).toBe("535");
    expect((await client.submit(path, { ...values, amount: "107000" })).status).toBe(302);
    expect(await find(id)).toMatchObject({ equivalent_amount: 200, exchange_rate_at_payment: 1 / 535 });
    const { updated_at = "" } = formIn((await client.get(path)).body).values;
    const old = {
      rate_shown: `${ids.yer}-${ids.sar}-0.00186915887850467`,
      exchange_rate_at_payment: "0.002",
    };
    expect((await client.submit(path, { ...values, updated_at, amount: "50000", ...old })).status).toBe(302);
    expect(await find(id)).toMatchObject({ equivalent_amount: 100, exchange_rate_at_payment: 0.002 });
  });

  test("typed for another pair, the sentence names the directions, and the right one is proposed", async () => {
    const { send } = await rialForm(await makeContract(ids.sar, "1000"), "100");
    const back = await send({ currency_id: `${ids.usd}`, exchange_rate_at_payment: "540" });
    expect(back.status).toBe(422);
    expect(back.body).toMatch(
      /exchange_rate_at_payment-error"[^>]*>[^<]*540[^<]*من SAR إلى YER[^<]*سعر USD إلى SAR/,
    );
    expect(formIn(back.body).values.exchange_rate_at_payment).toBe("3.75");
    expect(text(back.body)).toContain("كم يساوي 1 USD بعملة SAR");
  });

  test.each(["0", "-530", "x", "1e999", "1e9999999", "NaN", "Infinity", "9".repeat(60)])(
    "the rate %s is refused at its field, and comes back as it was typed",
    async (exchange_rate_at_payment) => {
      const { send, values } = await rialForm(await makeContract(ids.sar, "1000"));
      const back = await send({ exchange_rate_at_payment });
      expect([back.status, /exchange_rate_at_payment-error/.test(back.body)]).toEqual([422, true]);
      const { rate_shown, exchange_rate_at_payment: again } = formIn(back.body).values;
      expect([again, rate_shown, equivalentIn(back.body)]).toEqual([
        exchange_rate_at_payment,
        values.rate_shown,
        "—",
      ]);
    },
  );

  test("an emptied rate is the stored one, and a rate so small that nothing can be paid is refused", async () => {
    const form = await rialForm(await makeContract(ids.sar, "1000"));
    for (const [rate, refusal] of [
      ["0.00000000000000000001", 422],
      ["999999999999", 422],
      ["", 302],
    ] as const)
      expect([rate, (await form.send({ exchange_rate_at_payment: rate })).status]).toEqual([rate, refusal]);
    expect(await newest()).toMatchObject({ equivalent_amount: 100 });
  });

  test("by call a rate is from the voucher's currency, as ever", async () => {
    const contract_id = await makeContract(ids.sar, "1000");
    const rate = { exchange_rate_at_payment: 0.002 };
    expect(await receive({ contract_id, ...rate })).toMatchObject({ ...rate, equivalent_amount: 106 });
    const shown = { rate_shown: `${ids.yer}-${ids.sar}-530-${ids.sar}` }; // the form's own
    expect(await receive({ contract_id, ...rate, ...shown })).toMatchObject({
      ...rate,
      equivalent_amount: 106,
    });
  });

  test("with JavaScript the rate follows the choice, and the equivalent what is typed", async () => {
    const contract = await makeContract(ids.sar, "1000");
    const page = await browser.signedIn(`/financial/receipts/new?contract=${contract}`, { javaScript: true });
    const { currency, amount, rate, equivalent, description } = fields(page);
    await amount.fill("53000");
    await currency.selectOption(String(ids.yer));
    await expect.poll(() => rate.inputValue()).toBe("530");
    await expect.poll(() => equivalent.textContent()).toBe("100.00 SAR");
    await rate.fill("500");
    await expect.poll(() => equivalent.textContent()).toBe("106.00 SAR");
    await currency.selectOption(String(ids.usd));
    await expect.poll(() => rate.inputValue()).toBe("3.75");
    await currency.selectOption(String(ids.yer));
    await expect.poll(() => rate.inputValue()).toBe("500");
    await page.getByLabel("الصندوق").selectOption(String(ids.rials));
    await description.fill("دفعة");
    await page.getByRole("button", { name: "تسجيل السند" }).click();
    await page.waitForURL(/\/financial\/receipts$/);
    expect(await newest()).toMatchObject({ equivalent_amount: 106, exchange_rate_at_payment: 0.002 });
  });
});

test("a payment of an invoice says its rate so in its form, and settles it to the last unit", async () => {
  const invoice = await factories.makeInvoice(office.knex, { supplier_id: ids.supplier }, "100");
  const path = `/financial/payments/new?invoice=${invoice}`;
  const { values } = formIn((await client.get(path)).body);
  const rials = { currency_id: `${ids.yer}`, cash_box_id: `${ids.rials}`, amount: "53000" };
  const { body } = await client.submit(path, { ...values, ...rials, intent: "offer" });
  const shown = text(body.match(/id="payment-worth"[^>]*>(.*?)<\/output>/s)?.[1] ?? "");
  expect(shown).toBe("100.00 SAR بسعر صرف 1 SAR = 530 YER");
  expect((await client.submit(path, { ...formIn(body).values, ...rials })).status).toBe(302);
  const [payment] = (await client.get(`/api/payment-vouchers?supplier_id=${ids.supplier}`)).body
    .payment_vouchers;
  expect(payment).toMatchObject({ settled_amount: 100, exchange_rate_at_payment: 1 / 530 });
  for (const page of ["", "/print"])
    expect(text((await client.get(`/financial/payments/${payment.id}${page}`)).body)).toContain(
      "100.00 SAR بسعر صرف 1 SAR = 530 YER",
    );
});

test("one payment in rials for several contracts says its rate beside each of another currency, and on paper", async () => {
  const [riyals, rials] = [await makeContract(ids.sar, "100"), await makeContract(ids.yer, "5300")];
  const path = `/financial/receipts/split?contracts=${riyals},${rials}`;
  const { values } = formIn((await client.get(path)).body);
  const typed = {
    ...{ amount: "58300", currency_id: `${ids.yer}`, cash_box_id: `${ids.rials}`, description: "دفعة" },
    ...Object.fromEntries([riyals, rials].map((id, place) => [`contract_ids[${place}]`, `${id}`])),
  };
  const step = await client.submit(path, { ...values, ...typed, intent: "divide" });
  expect(text(step.body).match(/بسعر صرف 1 SAR = 530 YER/g)).toHaveLength(1);
  const shares = formIn(step.body).values;
  expect([shares["shares[0]"], shares["shares[1]"]]).toEqual(["53000.00", "5300.00"]);
  expect((await client.submit(path, { ...shares, ...typed })).status).toBe(302);
  const { split_id } = await newest();
  const paper = text((await client.get(`/financial/receipts/split/${split_id}`)).body);
  expect(paper.match(/المبلغ المعادل 100.00 SAR بسعر صرف 1 SAR = 530 YER/g)).toHaveLength(1);
});

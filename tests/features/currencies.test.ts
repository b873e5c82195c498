import { beforeAll, describe, expect, test } from "vitest";
import { convert, roundTo } from "~/features/money/money.server";
import { useOffice } from "../support/office";
import { waitingIn } from "../support/waiting";

const { office, client } = useOffice({ isBusy: true });

const codes = ["USD", "SAR", "KWD", "JPY", "YER"];

/** Each stored rate as its exact text. */
async function storedRates(): Promise<Record<string, string>> {
  const rows = await office
    .knex("currencies")
    .orderBy("code")
    .select("code", office.knex.raw("trim_scale(exchange_rate)::text AS rate"));
  return Object.fromEntries(rows.map(({ code, rate }) => [code, rate]));
}

async function idOf(code: string): Promise<number> {
  return (await office.knex("currencies").where({ code }).first("id")).id;
}

const read = async (code: string) => (await client.get(`/api/currencies/${await idOf(code)}`)).body.currency;

const setDefault = async (code: string) =>
  client.send("POST", `/api/currencies/${await idOf(code)}/set-default`);

describe("the first currency", () => {
  test("becomes the default with rate 1, and only one does when several come at once", async () => {
    // All of them wait before they write. A check before the lock would see an office without currencies.
    const holder = await office.knex.transaction();
    await holder.raw("LOCK TABLE currencies IN SHARE MODE");
    const sent = codes.map((code) =>
      client.post("/api/currencies", { name: `عملة ${code}`, code, symbol: code, exchange_rate: "2.5" }),
    );
    await expect.poll(() => waitingIn(office.knex)).toBe(codes.length);
    await holder.commit();
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status)).toEqual(codes.map(() => 201));
    const defaults = answers.filter(({ body }) => body.currency.is_default);
    expect(defaults).toHaveLength(1);
    expect(defaults[0]?.body.currency.exchange_rate).toBe(1);
    expect(answers.filter(({ body }) => body.currency.exchange_rate === 2.5)).toHaveLength(4);
  });
});

describe("a currency", () => {
  beforeAll(async () => {
    const { knex } = office;
    await knex("currencies").delete();
    await client.post("/api/currencies", {
      name: "دولار أمريكي",
      code: "USD",
      symbol: "$",
      exchange_rate: 1,
    });
    const others = { SAR: "0.26666666666666666667", KWD: "3.25", JPY: "0.0064", YER: "0.0018674136321195" };
    for (const [code, exchange_rate] of Object.entries(others)) {
      await knex("currencies").insert({ name: code, code, symbol: code, exchange_rate });
    }
  });

  test("is stored as it was meant: capitals, Arabic digits and signs, small JSON numbers", async () => {
    const { status, body } = await client.post("/api/currencies", {
      name: "  ليرة   لبنانية ",
      code: "lbp",
      symbol: "ل.ل",
      exchange_rate: "٠٫٠٠٠٠١١٢",
    });
    expect(status).toBe(201);
    expect(body.currency).toMatchObject({
      name: "ليرة لبنانية",
      code: "LBP",
      exchange_rate: 0.0000112,
      is_default: false,
      decimals: 2,
    });
    expect(await read("LBP")).toEqual(body.currency);
    const { id } = body.currency;
    const updated = await client.put(`/api/currencies/${id}`, { exchange_rate: 2e-7 });
    expect(updated.body.currency).toMatchObject({ name: "ليرة لبنانية", exchange_rate: 2e-7 });
    expect((await storedRates()).LBP).toBe("0.0000002");
    expect(await client.delete(`/api/currencies/${id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await client.get(`/api/currencies/${id}`)).status).toBe(404);
  });

  test.each([
    [{ code: "ريا" }, "code"],
    [{ code: "ſar" }, "code"],
    [{ code: "EU" }, "code"],
    [{ code: "EURO" }, "code"],
    [{ code: "E1R" }, "code"],
    [{ code: 123 }, "code"],
    [{ name: " \u200f " }, "name"],
    [{ name: "س".repeat(101) }, "name"],
    [{ symbol: null }, "symbol"],
    [{ exchange_rate: 0 }, "exchange_rate"],
    [{ exchange_rate: "-٣" }, "exchange_rate"],
    [{ exchange_rate: "" }, "exchange_rate"],
    [{ exchange_rate: true }, "exchange_rate"],
    [{ exchange_rate: "NaN" }, "exchange_rate"],
    [{ exchange_rate: "0x10" }, "exchange_rate"],
    [{ exchange_rate: "1e5" }, "exchange_rate"],
    [{ exchange_rate: 1e300 }, "exchange_rate"],
    [{ exchange_rate: ["1"] }, "exchange_rate"],
  ])("%j is refused at its field", async (wrong, field) => {
    const before = await storedRates();
    const { status, body } = await client.post("/api/currencies", {
      name: "يورو",
      code: "EUR",
      symbol: "€",
      exchange_rate: 1.1,
      ...wrong,
    });
    expect(status).toBe(422);
    expect(Object.keys(body.fields)).toEqual([field]);
    expect(body.error).toBe(body.message);
    expect(await storedRates()).toEqual(before);
  });

  test("has a code of its own", async () => {
    const { status, body } = await client.post("/api/currencies", {
      name: "ريال",
      code: "sar",
      symbol: "ر.س",
      exchange_rate: 1,
    });
    expect(status).toBe(409);
    expect(body.fields.code).toBe("رمز العملة مستخدم من قبل");
  });

  test("sent back as it was read keeps its exact rate", async () => {
    const before = await storedRates();
    const currency = await read("SAR");
    const { status } = await client.put(`/api/currencies/${currency.id}`, {
      ...currency,
      name: "ريال سعودي",
    });
    expect(status).toBe(200);
    expect(await storedRates()).toEqual(before);
  });

  test("the default one keeps its rate and stays", async () => {
    const usd = await read("USD");
    const changed = await client.put(`/api/currencies/${usd.id}`, { name: "آخر", exchange_rate: "٢" });
    expect(changed.status).toBe(409);
    expect(changed.body.fields.exchange_rate).toBe("لا يمكن تغيير سعر صرف العملة الافتراضية");
    const removed = await client.delete(`/api/currencies/${usd.id}`);
    expect(removed).toMatchObject({ status: 409, body: { error: "لا يمكن حذف العملة الافتراضية" } });
    expect(await read("USD")).toEqual(usd);
    const renamed = await client.put(`/api/currencies/${usd.id}`, { name: "دولار", exchange_rate: 1 });
    expect(renamed.body.currency).toMatchObject({ name: "دولار", exchange_rate: 1 });
  });

  test("that something is told in is not deleted, and says what uses it", async () => {
    const id = await idOf("YER");
    const box = async (name: string) =>
      (await client.post("/api/cash-boxes", { name, currency_code: "YER", balance: 5 })).body.cash_box.id;
    await box("صندوق عدن");
    await client.delete(`/api/cash-boxes/${await box("صندوق المكلا")}`);
    const { status, body } = await client.delete(`/api/currencies/${id}`);
    expect(status).toBe(409);
    expect(body.error).toContain("«صندوق عدن»");
    expect(body.error).toContain("«صندوق المكلا» المحذوف");
    const fewer = await client.put(`/api/currencies/${id}`, { code: "KRW" });
    expect(fewer.status).toBe(409);
    expect(Object.keys(fewer.body.fields)).toEqual(["code"]);
  });

  test("changed by someone else meanwhile is not overwritten", async () => {
    const kwd = await read("KWD");
    await client.put(`/api/currencies/${kwd.id}`, { symbol: "د.ك" });
    const late = await client.put(`/api/currencies/${kwd.id}`, { symbol: "KD", updated_at: kwd.updated_at });
    expect(late.status).toBe(409);
    expect(late.body.current).toEqual(await read("KWD"));
    expect(late.body.current.symbol).toBe("د.ك");
  });

  test("is listed by name, and found by name and code", async () => {
    const { body } = await client.get("/api/currencies");
    const names = body.currencies.map(({ name }: { name: string }) => name);
    expect(names).toHaveLength(5);
    const paged = await client.get("/api/currencies?page=2&per_page=2");
    expect(paged.body).toMatchObject({ total: 5, page: 2, per_page: 2 });
    expect(paged.body.currencies).toEqual(body.currencies.slice(2, 4));
    const found = await client.get("/api/currencies?search=kw");
    expect(found.body.currencies.map(({ code }: { code: string }) => code)).toEqual(["KWD"]);
  });
});

describe("another default currency", () => {
  test("divides every rate by its own; there and back again gives the very same ones", async () => {
    const { knex } = office;
    const [pack] = await knex("packages")
      .insert({ name: "باقة", currency_id: await idOf("SAR"), total_cost: "1000.55", total_price: "4500" })
      .returning("id");
    const { body } = await client.post("/api/cash-boxes", {
      name: "صندوق",
      currency_code: "SAR",
      balance: 750,
    });
    const costs = async () => {
      const { total_cost, total_price } = (await client.get(`/api/packages/${pack.id}`)).body.package;
      return { total_cost, total_price };
    };
    const before = await storedRates();

    const answer = await setDefault("KWD");
    expect(answer.status).toBe(200);
    expect(answer.body.currencies).toEqual((await client.get("/api/currencies")).body.currencies);
    const rates = await storedRates();
    expect(rates.KWD).toBe("1");
    expect(Number(rates.USD)).toBeCloseTo(1 / 3.25, 12);
    expect(Number(rates.SAR)).toBeCloseTo(4 / 15 / 3.25, 12);
    expect(await costs()).toEqual({ total_cost: 307.862, total_price: 4500 }); // 1000.55 ÷ 3.25 = 307.8615…
    expect((await client.get(`/api/cash-boxes/${body.cash_box.id}`)).body.cash_box.balance).toBe(750);

    await setDefault("YER");
    await setDefault("JPY");
    expect(await storedRates()).not.toEqual(before);
    await setDefault("USD");
    expect(await storedRates()).toEqual(before);
    expect(await costs()).toEqual({ total_cost: 1000.55, total_price: 4500 });
    expect(await knex("currencies").where({ is_default: true }).pluck("code")).toEqual(["USD"]);
  });

  test("a rate that was cut is restated as the fraction that it stands for, and an exact half stays one", async () => {
    await setDefault("SAR");
    expect((await storedRates()).USD).toBe("3.75");
    await client.put(`/api/currencies/${await idOf("YER")}`, { exchange_rate: 0.0152 });
    const { USD = "", YER = "" } = await storedRates();
    expect(roundTo(convert("23.75", USD, YER), "YER")).toBe("5859.38");
    await setDefault("USD");
    expect(await storedRates()).toMatchObject({ SAR: "0.26666666666666666667", USD: "1" });
  });

  test("set twice changes nothing more", async () => {
    const before = await storedRates();
    expect((await setDefault("USD")).status).toBe(200);
    expect(await storedRates()).toEqual(before);
    expect((await client.send("POST", "/api/currencies/999999/set-default")).status).toBe(404);
  });

  test("set by many at the same moment, among other changes, leaves one base and all proportions", async () => {
    const before = await storedRates();
    const kwd = await idOf("KWD");
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        i % 4 === 3
          ? client.put(`/api/currencies/${kwd}`, { name: `دينار ${i}` })
          : setDefault(["SAR", "KWD", "JPY"][i % 3] as string),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await office.knex("currencies").where({ is_default: true })).toHaveLength(1);
    await setDefault("USD");
    expect(await storedRates()).toEqual(before);
  });
});

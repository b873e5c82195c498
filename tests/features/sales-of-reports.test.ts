import { beforeAll, expect, test } from "vitest";
import { keepBooks } from "../support/books";
import { decisionsOf } from "../support/closing";
import { administrator } from "../support/database";
import {
  inCash,
  makeCampaign,
  makeContract,
  makeCurrency,
  makeCustomer,
  makePackage,
} from "../support/factories";
import { useOffice } from "../support/office";
import { path as administrative, tablesOfFile } from "../support/reports-administrative";
import { address as financial } from "../support/reports-financial";

/*
 * Sales are the entries of contracts (books.md, rule 9): what is cancelled or discounted later is in the report of its own day, and
 * a closed day keeps its rates.
 */

const { office, client } = useOffice({ isFaultless: true });
keepBooks(office);
const { closeUntil, reopenAll } = decisionsOf(client);

const ids = {} as Record<"usd" | "kwd" | "jpy" | "customer" | "package" | "campaign" | "box", number>;
const contracts = {} as Record<"usd" | "kwd" | "jpy", number>;

beforeAll(async () => {
  const { knex } = office;
  ids.usd = await makeCurrency(knex, "USD", "1", { is_default: true, symbol: "$" });
  ids.kwd = await makeCurrency(knex, "KWD", "3.25");
  ids.jpy = await makeCurrency(knex, "JPY", "0.0066666666666666666667");
  ids.customer = await makeCustomer(knex, { name: "صالح" });
  ids.package = await makePackage(knex, ids.usd, "1000", { name: "الفضية" });
  ids.campaign = await makeCampaign(knex, 50, [ids.package], { name: "حملة رجب" });
  ids.box = (
    await client.post("/api/cash-boxes", { name: "الصندوق", currency_code: "USD" })
  ).body.cash_box.id;
  contracts.usd = await sign("usd", "1000.25", "2025-10-10", "600.5");
  contracts.kwd = await sign("kwd", "300.125", "2025-10-31", "200");
  contracts.jpy = await sign("jpy", "90001", "2025-10-01", "60000");
});

const sign = (currency: "usd" | "kwd" | "jpy", total: string, contract_date: string, package_cost = "0") => {
  const { customer: customer_id, campaign: campaign_id, package: package_id } = ids;
  const parties = { customer_id, campaign_id, package_id, currency_id: ids[currency] };
  return makeContract(office.knex, parties, total, { contract_date, package_cost });
};

async function change(id: number, sent: object) {
  const { status, body } = await client.put(`/api/contracts/${id}`, sent);
  expect([status, body.message]).toEqual([200, undefined]);
}

/** A file without the days of its making and of its closing, and without its contracts as they stand today. */
const file = async (path: string, query: string) => {
  const text: string = (await client.get(`${path}/export/csv?${query}`)).body;
  return (text.split("\r\nالعقود الموقعة في الفترة بحالتها اليوم\r\n")[0] ?? "")
    .split("\r\n")
    .slice(2)
    .filter((line) => !line.includes("هذه الفترة في "))
    .join("\n");
};

/** The rows of a report's tables by title and first cell. */
async function tables(path: string, query: string) {
  const { status, body } = await client.get(`${path}/export/csv?${query}`);
  expect(status).toBe(200);
  return Object.fromEntries(
    tablesOfFile(body).map(({ title, rows }) => [
      title,
      Object.fromEntries(rows.map(([name, ...cells]) => [name, cells])),
    ]),
  ) as Record<string, Record<string, string[]>>;
}

/** What the reports of October say of sales, without the seats of campaigns, which are of now. */
async function sold() {
  const ofMonth = (report: string) => file(financial, `report=${report}&period=monthly&on=2025-10-15`);
  const report = await tables(administrative, "report=campaigns&from=2025-10-01&to=2025-10-31");
  const ends = Object.entries(report.الحملات ?? {}).map(([name, cells]) => [name, cells.slice(-2)]);
  return [await ofMonth("contracts"), await ofMonth("profit"), report["المبيعات يومًا بيوم"], ends];
}
const ofOctober = async () => tables(financial, `report=contracts&period=monthly&on=2025-10-15`);
const ofNovember = async () => tables(financial, `report=contracts&period=monthly&on=2025-11-15`);

test("October stays what it was, and November has the discount, the cancelling and its fee", async () => {
  const before = await sold();
  // 1,000.25 dollars, 300.125 dinars at 3.25, and 90,001 yen at 1/150
  expect((await ofOctober())["بحسب الحملة"]).toEqual({
    "حملة رجب": ["3", "2575.66"],
    المجموع: ["3", "2575.66"],
  });
  expect((await ofOctober())["بحسب العملة"]).toEqual({
    USD: ["1", "1000.25"],
    KWD: ["1", "300.125"],
    JPY: ["1", "90001"],
  });
  const { body } = await client.post("/api/receipt-vouchers", {
    customer_id: ids.customer,
    contract_id: contracts.usd,
    ...inCash(ids.box, ids.usd, 400),
    date: "2025-11-02",
    description: "دفعة",
  });
  expect(body.message).toBeUndefined();
  await closeUntil("2025-10-31");
  await change(contracts.usd, { discount_amount: 100.25, discount_reason: "صديق", event_date: "2025-11-03" });
  await change(contracts.kwd, { discount_amount: 0.125, discount_reason: "صديق", event_date: "2025-11-03" });
  await change(contracts.usd, {
    status: "cancelled",
    cancellation_fee: 50,
    cancellation_reason: "مرض",
    event_date: "2025-11-05",
  });
  await change(contracts.jpy, { status: "cancelled", event_date: "2025-11-05" });
  expect(await sold()).toEqual(before);
  // the dinars alone still stand
  expect((await ofOctober())["العقود الموقعة في الفترة بحالتها اليوم"]).toMatchObject({
    نشط: ["1", "975", "0", "975"],
    ملغي: ["2", "1500.01", "400", "0"],
  });

  const november = await ofNovember();
  const line = ["0", "2", "0", "-100.66", "-1500.01", "50", "-1550.67"];
  expect(november["بحسب الحملة"]).toEqual({ "حملة رجب": line, المجموع: line });
  expect(november["بحسب العملة"]).toEqual({
    KWD: ["0", "0", "0", "-0.125", "0", "0", "-0.125"],
    USD: ["0", "1", "0", "-100.25", "-900", "50", "-950.25"],
    JPY: ["0", "1", "0", "0", "-90001", "0", "-90001"],
  });
  expect(november["يومًا بيوم"]?.["2025-11-05"]).toEqual([
    "0",
    "2",
    "0",
    "0",
    "-1500.01",
    "50",
    "-1450.01",
    "0",
  ]);
  expect(november["يومًا بيوم"]?.["2025-11-02"]?.at(-1)).toBe("400");
  expect(await file(financial, "report=contracts&period=monthly&on=2025-11-15")).toMatch(
    /2025-11-03,خصم,C-.*,2025-10-10,صالح,"?حملة رجب، صديق"?,-100.25,USD/,
  );
});

test("the decisions of a period are told by their days, with what each changed", async () => {
  const { customer: customer_id, campaign: campaign_id, package: package_id } = ids;
  const path = "/reports/administrative";
  const decided = (from: string, to: string) =>
    tables(path, `report=operations&from=${from}&to=${to}`).then(
      (report) => report["الخصومات وأسبابها"] ?? {},
    );
  const signing = {
    discount_amount: 10,
    discount_reason: "أول مرة",
    discounted_on: "2025-11-10",
    discounted_by: 1,
  };
  const id = await makeContract(
    office.knex,
    { customer_id, campaign_id, package_id, currency_id: ids.usd },
    "90",
    {
      contract_date: "2025-11-10",
      ...signing,
    },
  );
  const first = ["صالح", "2025-11-10", "أول مرة", administrator.username, "10", "USD", "10"];
  const november = await decided("2025-11-01", "2025-11-12");
  expect(Object.values(november)).toContainEqual(first);
  expect(Object.values(november)).toHaveLength(3);
  await change(id, { discount_amount: 25, discount_reason: "عاد", event_date: "2025-11-20" });
  await change(id, { discount_amount: 20, discount_reason: "اتفاق", event_date: "2025-11-21" });
  await change(id, { status: "cancelled", event_date: "2025-11-22" });
  const amounts = async (from: string, to: string) =>
    Object.values(await decided(from, to)).map(([, date, , , amount]) => [date, amount]);
  expect(await amounts("2025-11-10", "2025-11-10")).toEqual([["2025-11-10", "10"]]);
  expect(await amounts("2025-11-20", "2025-11-20")).toEqual([["2025-11-20", "15"]]);
  expect(await amounts("2025-11-21", "2025-11-30")).toEqual([["2025-11-21", "-5"]]);
  expect((await client.delete(`/api/contracts/${id}`)).status).toBe(200);
  expect(await amounts("2025-11-10", "2025-11-30")).toEqual([]);
});

test("other rates change nothing of closed days; a reopened day takes those of its next closing", async () => {
  const rate = (exchange_rate: string) =>
    office.knex("currencies").where({ id: ids.kwd }).update({ exchange_rate });
  const [october, november] = [await sold(), await ofNovember()];
  await rate("3");
  expect(await sold()).toEqual(october);
  expect((await ofNovember())["بحسب الحملة"]?.المجموع).not.toEqual(november["بحسب الحملة"]?.المجموع);
  const ages = async () => (await ofOctober())["أعمار المتبقي"]?.المجموع;
  const owed = await ages();
  expect(owed?.[1]).toBe("2575.66");
  await reopenAll();
  expect((await ofOctober())["بحسب الحملة"]?.المجموع).toEqual(["3", "2500.63"]); // 300.125 dinars at 3
  expect((await ages())?.[1]).toBe("2500.63");
  await closeUntil("2025-10-15");
  await rate("3.25");
  expect((await ofOctober())["بحسب الحملة"]?.المجموع).toEqual(["3", "2575.66"]); // signed on the 31st
  await closeUntil("2025-10-31");
});

test("a correction is in no report beside its own day, and a deleted contract in none", async () => {
  const before = await tables(financial, "report=profit");
  const other = await sign("kwd", "10.5", "2025-11-20", "3");
  await change(other, { status: "cancelled", event_date: "2025-11-21" });
  await change(other, { status: "active", event_date: "2025-11-22" });
  const november = await ofNovember();
  expect(november["يومًا بيوم"]?.["2025-11-20"]?.slice(0, 3)).toEqual(["1", "0", "34.13"]);
  expect(november["يومًا بيوم"]?.["2025-11-21"]?.slice(0, 2)).toEqual(["0", "1"]);
  expect(november["يومًا بيوم"]?.["2025-11-22"]?.slice(0, 2)).toEqual(["0", "-1"]);
  expect((await client.delete(`/api/contracts/${other}`)).status).toBe(200);
  expect(await tables(financial, "report=profit")).toEqual(before);
  expect((await ofNovember())["يومًا بيوم"]?.["2025-11-20"]?.slice(0, 3)).toEqual(["0", "0", "0"]);
});

test("the profit of a campaign is its net sales less the cost of what was not cancelled", async () => {
  const { "بحسب الحملة": campaigns, "المخطط والفعلي": actual } = await tables(financial, "report=profit");
  // the dinars less their discount remain, and the fee; 200 dinars were their package's cost
  const [net, cost] = [1024.99, 650];
  expect(campaigns?.["حملة رجب"]?.slice(0, 2)).toEqual(["3", "2"]);
  expect(campaigns?.["حملة رجب"]?.slice(-4)).toEqual([`${net}`, `${cost}`, "374.99", "36.6"]);
  expect(actual?.["حملة رجب"]?.slice(0, 3)).toEqual([`${net}`, `${cost}`, "36.6"]);
  const { "بحسب الباقة": packages } = await tables(financial, `report=profit&campaign_id=${ids.campaign}`);
  expect(packages?.الفضية).toEqual(campaigns?.["حملة رجب"]);
});

test("a contract that was given for nothing counts, and its cancelling on its day", async () => {
  const free = await sign("usd", "0", "2025-11-20", "70");
  const counts = async () => (await ofNovember())["بحسب الحملة"]?.المجموع?.slice(0, 2);
  const cost = async () => (await tables(financial, "report=profit"))["بحسب الحملة"]?.المجموع?.at(-3);
  expect([await counts(), await cost()]).toEqual([["1", "2"], "720"]);
  await change(free, { status: "cancelled", event_date: "2025-11-21" });
  expect([await counts(), await cost()]).toEqual([["1", "3"], "650"]);
  expect((await client.delete(`/api/contracts/${free}`)).status).toBe(200);
});

test("a contract that was given for nothing and then for something owes just that", async () => {
  const { customer: customer_id, campaign: campaign_id, package: package_id } = ids;
  const free = {
    discount_amount: 90,
    discount_reason: "مرشد",
    discounted_on: "2025-11-20",
    discounted_by: 1,
  };
  const id = await makeContract(
    office.knex,
    { customer_id, campaign_id, package_id, currency_id: ids.usd },
    "0",
    {
      contract_date: "2025-11-20",
      package_cost: "70",
      ...free,
    },
  );
  await change(id, { discount_amount: 50, discount_reason: "مرشد", event_date: "2025-11-21" });
  await change(id, { discount_amount: 40, discount_reason: "مرشد", event_date: "2025-11-22" });
  expect((await client.get(`/api/contracts/${id}`)).body.contract.remaining_amount).toBe(50);
  const { rows } = await office.knex.raw(
    "SELECT date::text, cause, amount::int FROM entries WHERE contract_id = ? ORDER BY id",
    [id],
  );
  expect(rows).toEqual([
    { date: "2025-11-21", cause: "discount", amount: 40 },
    { date: "2025-11-22", cause: "discount", amount: 10 },
  ]);
  const [signed] = (await ofNovember())["يومًا بيوم"]?.["2025-11-20"] ?? [];
  expect(signed).toBe("1");
  await change(id, { discount_amount: 0, event_date: "2025-11-23" });
  expect((await client.get(`/api/contracts/${id}`)).body.contract.remaining_amount).toBe(90);
  expect((await client.delete(`/api/contracts/${id}`)).status).toBe(200);
});

test("any period is what plain SQL over the entries says, with closings within months", async () => {
  const { knex } = office;
  const days = [
    "2024-02-29",
    "2024-12-31",
    "2025-01-01",
    "2025-09-30",
    "2025-11-01",
    "2025-11-16",
    "2025-12-31",
  ];
  for (const [index, day] of days.entries()) {
    if (day > "2025-10-31") await sign("kwd", `${100.125 + index}`, day, "9");
  }
  await reopenAll();
  for (const day of days) await sign("jpy", "5000", day, "100.5");
  const other = await makeCampaign(knex, 50, [ids.package], { name: "حملة شعبان" });
  const moved = await sign("usd", "77", "2024-05-05", "5");
  await knex("contracts").where({ id: moved }).update({ campaign_id: other });
  for (const [day, exchange_rate] of [
    ["2024-12-30", "3.1"],
    ["2025-03-31", "3.2"],
    ["2025-11-15", "3.3"],
    ["2025-11-30", "3.4"],
  ]) {
    await knex("currencies").where({ id: ids.kwd }).update({ exchange_rate });
    await closeUntil(day ?? "");
  }
  await knex("currencies").where({ id: ids.kwd }).update({ exchange_rate: "3.5" });

  const periods = [
    ["", "-infinity", "infinity"],
    ["&from=2024-12-31&to=2025-11-20", "2024-12-31", "2025-11-20"],
    ["&from=2024-12-01&to=2025-12-31", "2024-12-01", "2025-12-31"],
    ["&from=2025-11-10&to=2025-11-20", "2025-11-10", "2025-11-20"],
    ["&from=2024-03-01&to=2024-03-31", "2024-03-01", "2024-03-31"],
  ];
  for (const [query = "", from = "", to = ""] of periods) {
    const { rows } = await knex.raw(
      `SELECT name, round(sum(worth) FILTER (WHERE cause = 'contract'), 2) AS signed, round(sum(worth), 2) AS net,
              round(sum(CASE WHEN cause = 'contract' OR cause = 'cancelling' THEN sign(amount) * package_cost * rate ELSE 0 END), 2) AS cost
       FROM (
         SELECT *, amount * rate AS worth FROM (
           SELECT entries.date, cause, amount, package_cost, campaign_id, coalesce((SELECT (rates ->> currency_code)::numeric FROM period_closings WHERE id = (
             SELECT min(id) FROM period_closings WHERE deed = 'close' AND closed_until >= entries.date
               AND id > (SELECT max(id) FROM period_closings WHERE deed = 'reopen'))), exchange_rate) AS rate
           FROM entries JOIN contracts ON contracts.id = contract_id JOIN currencies ON code = currency_code
           WHERE document = 'contract') AS entries) AS sold
       JOIN campaigns ON campaigns.id = campaign_id WHERE sold.date BETWEEN ? AND ? GROUP BY 1`,
      [from, to],
    );
    const { المجموع: _whole, ...profit } =
      (await tables(financial, `report=profit${query}`))["بحسب الحملة"] ?? {};
    expect([query, Object.keys(profit).sort()]).toEqual([
      query,
      rows.map(({ name }: { name: string }) => name).sort(),
    ]);
    for (const { name, signed, net, cost } of rows) {
      const cells = profit[name]?.map(Number) ?? [];
      expect([query, name, cells[2], cells.at(-3)]).toEqual([query, name, Number(signed ?? 0), Number(cost)]);
      expect(cells.at(-4)).toBeCloseTo(Number(net), 1); // of rounded figures
    }
  }
});

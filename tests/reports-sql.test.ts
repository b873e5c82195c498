import { beforeAll, describe, expect, test } from "vitest";
import { fillOffice } from "../scripts/bench/data.js";
import { demoLogins } from "../scripts/demo-logins.js";
import { fixture } from "./support/app";
import { type Client, enter } from "./support/client";
import { administrator } from "./support/database";
import { expectDebts } from "./support/debts";
import { queriesOf } from "./support/queries";
import { tablesOfFile } from "./support/reports-administrative";
import { plainSums } from "./support/shares";

/*
 * The reports of the demo agency, and of an office of 4,000 contracts and 10,000 receipts, are what plain SQL over the rows says:
 * no kept totals, no view of the product, each sum rounded once.
 */

const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());
const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

const demo = fixture({ demo: true });
const large = fixture();
beforeAll(async () => {
  await fillOffice(large.database.url, 2_000);
  // What the bench has not: documents that name a campaign, discounts, fees of cancelled contracts, and schedules.
  await large.knex.raw(`
    UPDATE invoices SET campaign_id = 1 + id % 3 WHERE id % 2 = 0;
    UPDATE payment_vouchers SET campaign_id = 1 + id % 3 WHERE beneficiary_type IN ('expense', 'other') AND id % 3 = 0;
    UPDATE contracts SET discount_amount = round(total_amount * 0.07, 2), discount_reason = 'خصم', discounted_on = contract_date, discounted_by = 1
      WHERE id % 5 = 0;
    UPDATE contracts SET discount_amount = discount_amount + 5, total_amount = total_amount - 5, discounted_on = contract_date + 9
      WHERE id % 35 = 0 AND status = 'active' AND remaining_amount >= 5;
    UPDATE contracts SET cancelled_on = contract_date + 20, cancellation_fee = round(paid_amount * 0.11, 2)
      WHERE status = 'cancelled';
    UPDATE contracts SET schedule = jsonb_build_array(
        jsonb_build_object('due_date', contract_date, 'amount', down::text),
        jsonb_build_object('due_date', contract_date + id % 300, 'amount', (total_amount - down)::text))
      FROM (SELECT id AS contract_id, round(total_amount * 0.3, 2) AS down FROM contracts) AS part
      WHERE contract_id = id AND id % 4 = 0;
    UPDATE contracts SET agent_id = 1 + id % 3, commission_rate = 1.25 * (1 + id % 5) WHERE id % 2 = 0;
    INSERT INTO commission_parts
      SELECT DISTINCT ON (contracts.id) invoices.id, contracts.id, round(contracts.paid_amount * 0.01, 2) + 0.07, 3.75, round(contracts.paid_amount * 0.04, 2)
      FROM invoices JOIN contracts USING (agent_id) WHERE contracts.id % 3 > 0 ORDER BY contracts.id, invoices.id DESC`);
});

describe.each([
  ["the demo", demo, demoLogins[0]],
  ["a large office", large, administrator],
] as const)("%s", (_name, office, login) => {
  const { rows } = queriesOf(office);
  let client: Client;
  beforeAll(async () => {
    client = await enter(office, login);
  });

  /** A cell: a number where it is one. */
  const valueIn = (cell: string | null) =>
    (cell === null || Number.isNaN(Number(cell)) ? cell : Number(cell)) as number | null;

  /** A table of a report's file by the first cells of its rows, amounts as numbers. */
  async function table(query: string, title: string) {
    const { status, body } = await client.get(`/reports/financial/export/csv?${query}`);
    expect(status).toBe(200);
    const { rows = [] } = tablesOfFile(body).find((one) => one.title === title) ?? {};
    return Object.fromEntries(
      rows.map(([name, ...cells]) => [name, cells.map((cell) => valueIn(cell || null))]),
    );
  }

  /** Rows of SQL in the same form; `name` is the first cell, and the others follow in order. */
  async function counted(sql: string) {
    const all = await rows<Record<string, string | null>>(sql);
    expect(all.length).toBeGreaterThan(0);
    return Object.fromEntries(all.map(({ name, ...cells }) => [name, Object.values(cells).map(valueIn)]));
  }

  test.each(["customers", "agents", "suppliers"] as const)("debts of %s", async (kind) => {
    expect(await expectDebts(office, client, kind, today)).toBeGreaterThan(0);
  });

  /** The entries of contracts in the default currency, which no test's office closes, and what a package cost of each that was signed or cancelled. */
  const sold = `(
    SELECT entries.date, entries.cause, contracts.campaign_id, entries.amount * exchange_rate AS worth,
      CASE WHEN entries.cause IN ('contract', 'cancelling') THEN sign(entries.amount) ELSE 0 END AS count, package_cost * exchange_rate AS cost
    FROM entries JOIN contracts ON contracts.id = document_id JOIN currencies ON code = currency_code WHERE document = 'contract') AS sold`;
  const soldOf = (cause: string) => `round(coalesce(sum(worth) FILTER (WHERE cause = '${cause}'), 0), 2)`;
  const counts = `coalesce(sum(count) FILTER (WHERE cause = 'contract'), 0) AS count, coalesce(-sum(count) FILTER (WHERE cause = 'cancelling'), 0) AS cancelled`;
  const figures = ["contract", "discount", "cancelling", "fee"].map(soldOf);
  const net = `(${figures.join(" + ")})`;
  const named = "(SELECT name FROM campaigns WHERE campaigns.id = campaign_id)";

  /** Rows of contracts signed and cancelled, four figures and their net: without the columns that no row has. */
  const withoutNone = (rows: Record<string, (number | null)[]>) => {
    const isNone = (place: number) => Object.values(rows).every((cells) => !cells[place]);
    const none = [1, 3, 4, 5].filter(isNone);
    const hidden = [3, 4, 5].every((place) => none.includes(place)) ? [...none, 6] : none;
    return Object.fromEntries(
      Object.entries(rows).map(([name, cells]) => [
        name,
        cells.filter((_, place) => !hidden.includes(place)),
      ]),
    );
  };

  test("the profit of each campaign, planned", async () => {
    const sales = (by: string) => `
      SELECT *, net - cost AS profit, CASE WHEN net <> 0 THEN round((net - cost) * 100 / net, 1) END AS margin
      FROM (SELECT ${by} AS name, ${counts}, ${figures.map((figure, place) => `${figure} AS figure_${place}`)}, ${net} AS net,
              coalesce(round(round(sum(count * cost), 15), 2), 0) AS cost
            FROM ${sold} GROUP BY 1) AS sales`;
    const report = await table("report=profit", "بحسب الحملة");
    expect(report).toEqual({ ...(await counted(sales(named))), ...(await counted(sales("'المجموع'"))) });
    expect(report.المجموع?.[3]).toBeLessThan(0);
    expect(report.المجموع?.[5]).toBeGreaterThan(0);
  });

  test("the profit of each campaign, actual", async () => {
    const expected = await counted(`
      WITH sold AS (
        SELECT campaign_id, sum(count) AS count, ${net} AS price, sum(count * cost) AS planned FROM ${sold} GROUP BY 1),
      spent AS (
        SELECT campaign_id, sum(amount) AS actual FROM (
          SELECT campaign_id, CASE document_type WHEN 'credit_note' THEN -total_amount ELSE total_amount END * (SELECT exchange_rate FROM currencies WHERE code = 'SAR') AS amount
          FROM invoices WHERE payment_status <> 'cancelled'
          UNION ALL
          SELECT campaign_id, amount * exchange_rate FROM payment_vouchers JOIN currencies ON currencies.id = currency_id
          WHERE status = 'confirmed') AS documents
        GROUP BY 1)
      SELECT name, round(price, 2) AS price, round(planned, 2) AS planned,
             round((round(price, 2) - round(planned, 2)) * 100 / nullif(round(price, 2), 0), 1) AS planned_margin,
             round(actual, 2) AS actual, round(price, 2) - round(actual, 2) AS profit,
             CASE WHEN actual <> 0 THEN round((round(price, 2) - round(actual, 2)) * 100 / nullif(round(price, 2), 0), 1) END AS margin,
             CASE WHEN actual <> 0 THEN round((round(price, 2) - round(actual, 2)) / nullif(count, 0), 2) END AS each,
             CASE WHEN status = 'active' THEN rest END AS rest,
             CASE WHEN status = 'active' AND rest > 0 THEN 'لم تُخصم تكلفة مخططة ' || to_char(rest, 'FM999,999,990.00') || ' ('
               || trim_scale(round(rest * 100 / (rest + round(actual, 2)), 1)) || '% من التكلفة)' END AS remark
      FROM (SELECT *, round(greatest(planned - actual, 0), 2) AS rest FROM (SELECT name, status, coalesce(count, 0) AS count, coalesce(price, 0) AS price,
                   round(coalesce(planned, 0), 15) AS planned, coalesce(actual, 0) AS actual
            FROM campaigns LEFT JOIN sold ON sold.campaign_id = campaigns.id LEFT JOIN spent ON spent.campaign_id = campaigns.id
            WHERE campaigns.id IN (SELECT campaign_id FROM contracts UNION SELECT campaign_id FROM spent)) AS each) AS outcomes`);
    const { المجموع: whole, ...report } = await table("report=profit", "المخطط والفعلي");
    expect(report).toEqual(expected);
    const sum = (place: number) =>
      Object.values<(number | null)[]>(expected).reduce((all, cells) => all + (cells[place] ?? 0), 0);
    for (const place of [0, 3]) expect(whole?.[place]).toBeCloseTo(sum(place), 0);
  });

  test("commissions by agent", async () => {
    const paid = `
      SELECT sum(CASE document_type WHEN 'credit_note' THEN -1 ELSE 1 END * CASE payment_status WHEN 'paid' THEN total_amount WHEN 'cancelled' THEN 0 ELSE paid_amount END)
      FROM invoices WHERE agent_id = agent AND id IN (SELECT invoice_id FROM commission_parts)`;
    const sums = (by: string) => `
      SELECT ${by} AS name, sum(invoiced + due) AS earned, sum(invoiced) AS invoiced, sum(coalesce(paid, 0)) AS paid, sum(due) AS due
      FROM (SELECT *, (${paid}) AS paid FROM (${plainSums}) AS sums) AS sums GROUP BY 1`;
    expect(await table("report=commissions", "العمولات بحسب الوكيل")).toEqual({
      ...(await counted(sums("(SELECT name FROM agents WHERE agents.id = agent)"))),
      ...(await counted(sums("'المجموع'"))),
    });
  });

  test.each([
    ["this year", "period=yearly", `${today.slice(0, 4)}-01-01`, `${today.slice(0, 4)}-12-31`],
    [
      "last year",
      `period=yearly&on=${Number(today.slice(0, 4)) - 1}-06-01`,
      `${Number(today.slice(0, 4)) - 1}-01-01`,
      `${Number(today.slice(0, 4)) - 1}-12-31`,
    ],
    ["sixty days", `from=${day(-330)}&to=${day(-270)}`, day(-330), day(-270)],
  ])("contracts and receipts of %s", async (_name, period, from, to) => {
    const signed = (by: string) => `
      SELECT ${by} AS name, ${counts}, ${figures.map((figure, place) => `${figure} AS figure_${place}`)}, ${net} AS net
      FROM ${sold} WHERE date BETWEEN '${from}' AND '${to}' GROUP BY 1`;
    const byCampaign = await table(`report=contracts&${period}`, "بحسب الحملة");
    const campaigns = await rows(signed("campaign_id"));
    if (campaigns.length)
      expect(byCampaign).toEqual(
        withoutNone({ ...(await counted(signed(named))), ...(await counted(signed("'المجموع'"))) }),
      );
    const cash = await table(`report=cash&${period}`, "بحسب الحساب");
    const moved = (table: string) => `
      SELECT accounts.name, round(sum(account_amount * exchange_rate), 2) AS sum
      FROM ${table} JOIN accounts ON accounts.id = account_id JOIN currencies ON currencies.id = accounts.currency_id
      WHERE date BETWEEN '${from}' AND '${to}' GROUP BY 1`;
    /** Payment vouchers, and the fees of transfers. */
    const spent = `(SELECT account_id, account_amount, date FROM payment_vouchers
      UNION ALL SELECT from_account_id, fee_amount, date FROM transfers WHERE fee_amount > 0) AS spent`;
    const sums = async (table: string) =>
      new Map(
        (await rows<{ name: string; sum: string }>(moved(table))).map(({ name, sum }) => [name, Number(sum)]),
      );
    const [received, paid] = [await sums("receipt_vouchers"), await sums(spent)];
    for (const name of new Set([...received.keys(), ...paid.keys()]))
      expect([name, ...(cash[name]?.slice(0, 2) ?? [])]).toEqual([
        name,
        received.get(name) ?? 0,
        paid.get(name) ?? 0,
      ]);
  });
});

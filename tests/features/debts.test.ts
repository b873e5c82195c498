import { describe, expect, test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { type Client, enter } from "../support/client";
import { expectDebts, unpaidParts } from "../support/debts";
import { makeInvoice, makePayment } from "../support/factories";
import { useOffice } from "../support/office";
import { queriesOf } from "../support/queries";
import { enterAs } from "../support/users";

const { office, client: manager } = useOffice({ demo: true });
const { rows, value } = queriesOf(office);

type Debt = { party_id: number; currency: { code: string }; name: string; phone: string } & Record<
  string,
  number
>;
const debtsOf = async (kind: string, query = ""): Promise<Debt[]> =>
  (await manager.get(`/api/debts/${kind}${query}`)).body.debts;
const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());
const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

describe("what customers owe", () => {
  test("equals plain SQL over the demo, to the minor unit", async () => {
    expect(await expectDebts(office, manager, "customers", today)).toBeGreaterThan(4);
  });

  test.each(["customers", "agents", "suppliers"])(
    "of %s and deposits are the nets of statements, on each day",
    async (kind) => {
      const [holder, sign] = {
        customers: ["customer_id", 1],
        agents: ["agent_id", -1],
        suppliers: ["supplier_id", -1],
      }[kind] as [string, number];
      for (const last of [today, day(-20), day(-70)]) {
        const nets = await rows<{ party: number; code: string; net: string }>(`
        SELECT ${holder} AS party, currency_code AS code, ${sign} * sum(amount) AS net FROM entries
        WHERE ${holder} IS NOT NULL AND (date <= '${last}' OR '${last}' = '${today}') GROUP BY 1, 2 HAVING sum(amount) <> 0 ORDER BY 1, 2`);
        const debts = await debtsOf(kind, `?age=all&on=${last}`);
        const { body } = await manager.get(`/api/debts/deposits?kind=${kind}&on=${last}`);
        const items = kind === "customers" ? "contracts_amount" : "invoices_amount";
        for (const [list, way] of [
          [debts, -1],
          [body.deposits as Debt[], 1],
        ] as const)
          for (const row of list)
            expect(row.remaining_amount).toBeCloseTo(
              (row[items] as number) + way * (row.on_account_amount as number),
              6,
            );
        const told = [
          ...debts.map((row) => [row.party_id, row.currency.code, row.remaining_amount]),
          ...(body.deposits as Debt[]).map((row) => [
            row.party_id,
            row.currency.code,
            -(row.remaining_amount as number),
          ]),
        ];
        const order = (one: unknown[], other: unknown[]) =>
          Number(one[0]) - Number(other[0]) || (String(one[1]) < String(other[1]) ? -1 : 1);
        expect([last, told.sort(order)]).toEqual([
          last,
          nets.map(({ party, code, net }) => [party, code, Number(net)]).sort(order),
        ]);
      }
    },
  );

  test("the age filter, the tiles and the report of ageing name the same figures", async () => {
    const { body: screen } = await manager.get("/financial/debts/customers");
    const { body: report } = await manager.get("/reports/financial?report=contracts&period=yearly");
    for (const [age, days] of [
      ["overdue_30", "days BETWEEN 1 AND 30"],
      ["overdue_60", "days BETWEEN 31 AND 60"],
      ["overdue_90", "days BETWEEN 61 AND 90"],
      ["overdue_older", "days > 90"],
      ["upcoming", "days <= 0"],
    ]) {
      const parts = `FROM (${unpaidParts("customers", today)}) AS parts JOIN currencies USING (code) WHERE unpaid > 0 AND ${days}`;
      const count = Number(await value(`SELECT count(DISTINCT (party, code)) ${parts}`));
      const sum = Number(await value(`SELECT round(coalesce(sum(unpaid * exchange_rate), 0), 2) ${parts}`));
      const listed = await manager.get(`/api/debts/customers?age=${age}&per_page=200`);
      expect([age, listed.body.total, listed.body.debts.length]).toEqual([age, count, count]);
      const money = sum.toLocaleString("en-US", { minimumFractionDigits: 2 });
      if (age !== "upcoming")
        expect(screen).toMatch(
          new RegExp(`href="/financial/debts/customers\\?age=${age}"[^>]*><span class="money">${money} \\$`),
        );
      const links = [
        ...report.matchAll(
          new RegExp(`debts/customers\\?age=${age}&amp;on=${today}"[^>]*><bdi[^>]*>([\\d,.]+)<`, "g"),
        ),
      ];
      expect([age, links.map(([, text]) => text)]).toEqual([age, [String(count), money]]);
    }
  });

  test("those who hurt most come first, with telephone and last payment", async () => {
    const debts = await debtsOf("customers");
    const rates = new Map(
      (await rows<{ code: string; exchange_rate: string }>("SELECT code, exchange_rate FROM currencies")).map(
        (row) => [row.code, Number(row.exchange_rate)],
      ),
    );
    const worth = debts.map(
      ({ overdue_amount = 0, currency }) => overdue_amount * (rates.get(currency.code) ?? 0),
    );
    expect(worth).toEqual(worth.toSorted((a, b) => b - a));
    for (const { party_id, name, phone, last_payment } of debts) {
      const [last] = await rows<{ date: string; amount: string }>(
        `SELECT date, amount FROM receipt_vouchers WHERE customer_id = ${party_id} AND status = 'confirmed' ORDER BY date DESC, id DESC LIMIT 1`,
      );
      expect(last_payment ?? null).toEqual(
        last ? expect.objectContaining({ date: last.date, amount: Number(last.amount) }) : null,
      );
      const [customer] = await rows("SELECT name, phone FROM customers WHERE id = ".concat(String(party_id)));
      expect({ name, phone }).toEqual(customer);
    }
  });

  test("pages, filters and files have the same rows; a wrong filter is told", async () => {
    const all = await debtsOf("customers", "?age=all");
    const second = await manager.get("/api/debts/customers?age=all&page=2&per_page=7");
    expect(second.body.debts).toEqual(all.slice(7, 14));
    const [{ name, phone }] = all as [Debt];
    expect(
      (await debtsOf("customers", `?age=all&search=${encodeURIComponent(name)}`)).map((one) => one.name),
    ).toContain(name);
    expect(
      (await debtsOf("customers", `?age=all&search=${encodeURIComponent(phone)}`)).map((one) => one.phone),
    ).toContain(phone);
    const riyals = await debtsOf("customers", "?age=all&currency_code=sar");
    expect(riyals).toEqual(all.filter(({ currency }) => currency.code === "SAR"));
    const csv = (await manager.get("/financial/debts/customers/export/csv?age=all")).body.trim().split("\n");
    expect(csv).toHaveLength(all.length + 1);
    expect((await manager.get("/financial/debts/customers/export/xlsx?age=all")).status).toBe(200);
    const print = (await manager.get("/financial/debts/customers/print?age=overdue")).body;
    for (const { name } of await debtsOf("customers", "?age=overdue")) expect(print).toContain(name);
    for (const query of ["?age=old", "?on=yesterday", "?campaign_id=x", "?page=0"]) {
      expect((await manager.get(`/api/debts/customers${query}`)).status).toBe(422);
      expect((await manager.get(`/financial/debts/customers${query}`)).status).toBe(200);
      expect((await manager.get(`/financial/debts/customers/print${query}`)).status).toBe(200);
      expect((await manager.get(`/financial/debts/customers/export/csv${query}`)).status).toBe(
        query === "?page=0" ? 200 : 422,
      );
    }
    expect((await manager.get("/financial/debts/nobody")).status).toBe(404);
    const noted = await rows(
      "SELECT DISTINCT action FROM audit_log WHERE record_name = 'ديون العملاء' ORDER BY 1",
    );
    expect(noted.map(({ action }) => action)).toEqual(["exported", "listed", "printed"]);
  });
});

describe("what the office owes", () => {
  test.each(["agents", "suppliers"] as const)(
    "to %s equals plain SQL over the demo, by due date",
    async (kind) => {
      const count = await expectDebts(office, manager, kind, today);
      expect(count).toBeGreaterThan(0);
      expect((await manager.get(`/financial/debts/${kind}`)).status).toBe(200);
      expect(
        (await manager.get(`/financial/debts/${kind}/export/csv?age=all`)).body.trim().split("\n"),
      ).toHaveLength(count + 1);
    },
  );

  test("an invoice paid since an earlier day was owed then", async () => {
    const { knex } = office;
    const { id: supplier_id } = await knex("suppliers").first("id");
    const invoice_id = await makeInvoice(knex, { supplier_id }, "1000", {
      invoice_date: day(-100),
      due_date: day(-50),
      paid_amount: "1000",
      payment_status: "paid",
    });
    const { id: sar } = await knex("currencies").where({ code: "SAR" }).first("id");
    const settles = {
      beneficiary_type: "supplier",
      supplier_id,
      invoice_id,
      settled_amount: "1000",
      exchange_rate_at_payment: "1",
    };
    await makePayment(knex, sar, "1000", { ...settles, date: day(-10) });
    const overdue = async (on: string) =>
      (await debtsOf("suppliers", `?age=all&on=${on}`)).find(({ party_id }) => party_id === supplier_id)
        ?.overdue_60 ?? 0;
    const before = await overdue(day(-11));
    await knex("invoices")
      .where({ id: invoice_id })
      .update({ due_date: day(-100) });
    expect(before - (await overdue(day(-11)))).toBe(1000);
  });
});

test("figures lead to the documents that a user may see, else to the statement", async () => {
  const page = async (who: Client, kind: string) => (await who.get(`/financial/debts/${kind}?age=all`)).body;
  const money = await enterAs(office, "money-only", ["manage_financials"]);
  for (const [kind, address] of [
    ["customers", "/contracts?customer_id="],
    ["agents", "/invoices/agents?agent_id="],
    ["suppliers", "/invoices/purchases?supplier_id="],
  ] as const) {
    expect([kind, await page(manager, kind)]).toEqual([kind, expect.stringContaining(`href="${address}`)]);
    const own = await page(money, kind);
    expect([kind, own.includes(`href="${address}`)]).toEqual([kind, false]);
    expect(own).toMatch(new RegExp(`<td[^>]*><span><a href="/financial/statements/${kind}/\\d+"`));
  }
});

test("debts are for who manages money", async () => {
  const cashier = demoLogins.find(({ username }) => username === "finance");
  const sales = await enterAs(office, "sales-only", ["manage_contracts", "view_reports"]);
  for (const path of [
    "/financial/debts/customers",
    "/financial/debts/customers/print",
    "/financial/debts/agents/export/csv",
    "/api/debts/suppliers",
  ])
    expect([path, (await sales.get(path)).status]).toEqual([path, 403]);
  expect((await sales.get("/reports/financial?report=contracts&period=yearly")).body).not.toContain(
    "/financial/debts/",
  );
  if (cashier)
    expect((await (await enter(office, cashier)).get("/financial/debts/customers")).status).toBe(200);
});

import { expect } from "vitest";
import { expectBalanced } from "../books";
import { expectJournal } from "../journal";
import { amountText, type Currency } from "../model";
import { itemOf } from "./model";
import type { World } from "./world";

/* What every reading says of what is owed, beside what the model does. */

/** By a key of party and currency, without those that owe nothing. */
type Nets = Record<string, string>;

const text = (amount: bigint, currency: Currency) => amountText(amount, currency);

/**
 * Expects that entries, the columns of contracts and invoices, statements, debts with deposits and the pages of persons say what the model says, to
 * the last minor unit, and that each account is the sum of its movements.
 */
export async function expectLedger(world: World) {
  const { knex, ledger } = world;
  const bySum: Nets = {};
  const nets: Nets = {};
  const totals = new Map<string, bigint>();
  const currencyOf = (code: string) => world.currencies.find((one) => one.code === code) as Currency;
  for (const [key, amount] of ledger.sums()) {
    const [field, id, code = ""] = key.split(" ");
    if (amount) bySum[key.trim()] = text(amount, currencyOf(code));
    const net = `${field} ${id} ${code}`;
    totals.set(net, (totals.get(net) ?? 0n) + amount);
  }
  for (const [key, amount] of totals)
    if (amount) nets[key] = text(amount, currencyOf(key.split(" ")[2] ?? ""));

  const [ofEntries, ofColumns, ofDebts, ofStatements, ofPages] = await Promise.all([
    entered(world),
    columns(world),
    debts(world),
    statements(world),
    pages(world),
  ]);
  expect(ofEntries, "entries").toEqual(bySum);
  expect(ofColumns, "columns").toEqual(expectedColumns(world));
  expect(ofDebts, "debts and deposits").toEqual(nets);
  expect(ofStatements, "statements").toEqual(nets);
  expect(ofPages, "pages of persons").toEqual(
    Object.fromEntries(Object.entries(nets).filter(([key]) => key.startsWith("customer"))),
  );
  await expectBalanced(knex);
  await expectJournal(knex);
}

async function entered({ knex }: World): Promise<Nets> {
  const { rows } = await knex.raw(
    `SELECT concat_ws(' ', CASE WHEN customer_id IS NOT NULL THEN 'customer_id' WHEN agent_id IS NOT NULL THEN 'agent_id' ELSE 'supplier_id' END,
       coalesce(customer_id, agent_id, supplier_id), currency_code, 'contract ' || contract_id, 'invoice ' || invoice_id) AS key,
       round(sum(amount), minor_unit(currency_code))::text AS sum
     FROM entries GROUP BY 1, currency_code HAVING sum(amount) <> 0`,
  );
  return Object.fromEntries(rows.map(({ key, sum }: { key: string; sum: string }) => [key, sum]));
}

/** Of each contract and invoice: what remains, what is to be given back, and what was sold at which price beside the package's. */
async function columns({ knex }: World) {
  const { rows } = await knex.raw(
    `SELECT 'contract ' || contracts.id AS key, remaining_amount::numeric::float8 AS remaining, refundable_amount::float8 AS refundable, paid_amount::float8 AS paid,
       refunded_amount::float8 AS given, coalesce(room || ' ' || traveller, '') AS cell, (contracts.total_amount + discount_amount)::float8 AS price,
       contracts.total_amount + discount_amount - coalesce(supplement_amount, 0) = packages.total_price AS "isPackageBeneath"
     FROM contracts JOIN packages ON packages.id = package_id
     UNION ALL SELECT 'invoice ' || id, CASE WHEN payment_status IN ('pending', 'overdue') THEN (total_amount - paid_amount - credited_amount)::float8 ELSE 0 END, 0, 0, 0,
       '', 0, true
     FROM invoices ORDER BY 1`,
  );
  return rows;
}

function expectedColumns({ ledger }: World) {
  const number = (amount: bigint, currency: Currency) => Number(text(amount > 0n ? amount : 0n, currency));
  const nothing = {
    remaining: 0,
    refundable: 0,
    paid: 0,
    given: 0,
    cell: "",
    price: 0,
    isPackageBeneath: true,
  };
  return ledger.documents
    .flatMap((one) => {
      if (one.kind === "invoice")
        return [{ ...nothing, key: itemOf(one), remaining: number(-ledger.owedOf(one), one.currency) }];
      if (one.kind === "note") return [{ ...nothing, key: `invoice ${one.id}` }];
      if (one.kind !== "contract") return [];
      return [
        {
          key: itemOf(one),
          remaining: number(ledger.owedOf(one), one.currency),
          refundable: number(-ledger.owedOf(one), one.currency),
          paid: number(ledger.paidOf(one), one.currency),
          given: number(ledger.givenOf(one), one.currency),
          cell: one.cell ? `${one.cell.room} ${one.cell.traveller}` : "",
          price: number(one.price, one.currency),
          isPackageBeneath: true,
        },
      ];
    })
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

const kinds = { customers: "customer_id", agents: "agent_id", suppliers: "supplier_id" } as const;

async function debts({ client, currencies }: World): Promise<Nets> {
  const nets: Nets = {};
  for (const [kind, field] of Object.entries(kinds)) {
    const owing = (await client.get(`/api/debts/${kind}?age=all&per_page=200`)).body.debts;
    const owed = (await client.get(`/api/debts/deposits?kind=${kind}&per_page=200`)).body.deposits;
    for (const [rows, isOwing] of [
      [owing, true],
      [owed, false],
    ])
      for (const row of rows) {
        const currency = currencies.find(({ code }) => code === row.currency.code) as Currency;
        const items = row.contracts_amount ?? row.invoices_amount;
        const parts = isOwing ? items - row.on_account_amount : items + row.on_account_amount;
        expect([kind, row.party_id, parts.toFixed(currency.decimals)]).toEqual([
          kind,
          row.party_id,
          row.remaining_amount.toFixed(currency.decimals),
        ]);
        // Of partners a debt is the office's.
        const sign = isOwing === (kind === "customers") ? 1 : -1;
        nets[`${field} ${row.party_id} ${currency.code}`] = (sign * row.remaining_amount).toFixed(
          currency.decimals,
        );
      }
  }
  return nets;
}

/** The closing balances of statements without an end: the last line of each currency. */
async function statements(world: World): Promise<Nets> {
  const nets: Nets = {};
  const holders = Object.entries({
    customers: world.customers,
    agents: world.agents,
    suppliers: world.suppliers,
  });
  const files = holders.flatMap(([kind, ids]) =>
    ids.map(async (id) => {
      const { body } = await world.client.get(`/financial/statements/${kind}/${id}/export/csv`);
      return { party: `${kinds[kind as keyof typeof kinds]} ${id}`, csv: body as string };
    }),
  );
  for (const { party, csv } of await Promise.all(files)) {
    const [head = "", ...lines] = csv.replace("\uFEFF", "").trim().split("\n");
    const heads = head.split(",");
    const [code, balance] = [heads.indexOf("العملة"), heads.indexOf("الرصيد")];
    for (const line of lines) {
      const cells = line.split(",");
      const currency = world.currencies.find((one) => one.code === cells[code]) as Currency;
      const key = `${party} ${currency.code}`;
      const net = Number(cells[balance]);
      if (net) nets[key] = net.toFixed(currency.decimals);
      else delete nets[key];
    }
  }
  return nets;
}

/** What the page of a person says that he owes or has. */
async function pages({ client, customers }: World): Promise<Nets> {
  const nets: Nets = {};
  for (const id of customers) {
    const { body } = await client.get(`/api/customers/${id}/overview`);
    for (const { closing, currency } of body.sums)
      if (closing) nets[`customer_id ${id} ${currency.code}`] = closing.toFixed(currency.decimals);
  }
  return nets;
}

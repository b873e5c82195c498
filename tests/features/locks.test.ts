import { beforeAll, expect, test } from "vitest";
import { keepBooks } from "../support/books";
import type { Answer } from "../support/client";
import * as factories from "../support/factories";
import { useOffice } from "../support/office";

/*
 * Many clerks write at once, each kind of write beside the others: there is no deadlock
 * (docs/decisions/locks.md), and kept totals still agree with the rows.
 */

const { office, client } = useOffice({ isBusy: true });
keepBooks(office);
let usd: number;
let sar: number;
let customer: number;
let accounts: number[];
let contracts: number[];
let campaigns: number[];
let packages: number[];

beforeAll(async () => {
  const { knex } = office;
  usd = await factories.makeCurrency(knex, "USD", "1", { is_default: true });
  sar = await factories.makeCurrency(knex, "SAR", "0.26666666666666666667");
  customer = await factories.makeCustomer(knex);
  packages = [
    await factories.makePackage(knex, usd, "100000"),
    await factories.makePackage(knex, sar, "300000"),
  ];
  campaigns = [
    await factories.makeCampaign(knex, 100, packages),
    await factories.makeCampaign(knex, 100, packages),
  ];
  accounts = [];
  for (const code of ["USD", "SAR", "USD", "SAR"]) {
    const box = { name: `صندوق ${code}`, currency_code: code, balance: 1_000_000 };
    accounts.push((await client.post("/api/cash-boxes", box)).body.cash_box.id);
  }
  contracts = [];
  for (let index = 0; index < 8; index++) {
    const signed = { customer_id: customer, campaign_id: campaigns[0], package_id: packages[index % 2] };
    contracts.push((await client.post("/api/contracts", signed)).body.contract.id);
  }
});

const voucher = (turn: number) => ({
  customer_id: customer,
  contract_id: contracts[turn % contracts.length],
  ...factories.inCash(accounts[turn % accounts.length], turn % 3 ? usd : sar, 10 + turn),
  date: `2026-${String(1 + (turn % 12)).padStart(2, "0")}-03`,
  description: "دفعة",
});

/** Everybody's work at the same moment, each person's steps one after the other. @returns what went wrong */
async function atOnce(people: (() => Promise<Answer>)[][], expected: number[]) {
  const answers = await Promise.all(
    people.map(async (steps) => {
      const answered = [];
      for (const step of steps) answered.push(await step());
      return answered;
    }),
  );
  return answers
    .flat()
    .filter(({ status }) => !expected.includes(status))
    .map(({ status, body }) => [status, body.message]);
}

/** The audit log numbers its lines as they are written, so a rolled-back try leaves a gap. */
async function expectNoRetry() {
  const { rows } = await office.knex.raw(
    "SELECT count(*)::int AS lines, last_value::int FROM audit_log, audit_log_id_seq GROUP BY 2",
  );
  expect(rows[0].lines).toBe(rows[0].last_value);
}

test("twelve clerks post, edit, move to and fro, cancel and delete", async () => {
  const clerks = Array.from({ length: 12 }, (_, clerk) => {
    const back = clerk % 2 === 1; // half of them go in the other order
    const [one, other] = back ? [1, 0] : [0, 1];
    const at = (list: number[], index: number) => list[index % list.length];
    const mine: number[] = [];
    const address = (index: number) => `/api/receipt-vouchers/${mine[index]}`;
    const take = (turn: number) => async () => {
      const answer = await client.post("/api/receipt-vouchers", voucher(turn));
      mine.push(answer.body.receipt_voucher?.id);
      return answer;
    };
    const put = (index: number, change: () => object) => () => client.put(address(index), change());
    return [
      take(clerk),
      take(clerk + 1),
      put(0, () => ({ amount: 50 + clerk })),
      put(0, () => ({ cash_box_id: at(accounts, one) })),
      put(1, () => ({ cash_box_id: at(accounts, other) })),
      put(0, () => ({ cash_box_id: at(accounts, other), amount: 70 })),
      put(1, () => ({ cash_box_id: at(accounts, one) })),
      put(0, () => ({ contract_id: at(contracts, one + 2 * clerk) })),
      put(1, () => ({ contract_id: at(contracts, other + 2 * clerk) })),
      put(0, () => ({ contract_id: at(contracts, other + 2 * clerk), cash_box_id: at(accounts, one) })),
      put(1, () => ({ contract_id: at(contracts, one + 2 * clerk), currency_id: at([usd, sar], one) })),
      put(0, () => ({ contract_id: null, currency_id: at([usd, sar], other), date: "2026-05-05" })),
      put(1, () => ({ status: "cancelled" })),
      take(clerk + 2),
      () => client.delete(address(0)),
    ];
  });
  expect(await atOnce(clerks, [200, 201])).toEqual([]);
  await expectNoRetry();
});

test("receipts move between contracts of two currencies, in opposite directions", async () => {
  // Each uses a box of its own, so that they share only the contracts' totals.
  const clerks = await Promise.all(
    Array.from({ length: 4 }, async (_, pair) => {
      const box = { name: `صندوق ${pair}`, currency_code: "USD" };
      const cash_box_id = (await client.post("/api/cash-boxes", box)).body.cash_box.id;
      const ends = [contracts[2 * pair], contracts[2 * pair + 1]];
      if (pair % 2) ends.reverse();
      const taken = { ...voucher(0), cash_box_id, contract_id: ends[0] };
      const { id } = (await client.post("/api/receipt-vouchers", taken)).body.receipt_voucher;
      return Array.from({ length: 20 }, (_, turn) => () => {
        return client.put(`/api/receipt-vouchers/${id}`, { contract_id: ends[(turn + 1) % 2] });
      });
    }),
  );
  expect(await atOnce(clerks, [200])).toEqual([]);
  await expectNoRetry();
});

test("invoices of commission are made and taken back, while receipts, contracts and agents change", async () => {
  const agents = [await factories.makeAgent(office.knex), await factories.makeAgent(office.knex)];
  const made: number[] = [];
  const clerks = Array.from({ length: 10 }, (_, clerk) => {
    const agent = agents[clerk % 2];
    const contract = `/api/contracts/${contracts[clerk % contracts.length]}`;
    const issue = async () => {
      const answer = await client.post(`/api/agents/${agent}/commission`, {});
      if (answer.status === 201) made.push(answer.body.agent_invoice.id);
      return answer;
    };
    return [
      () => client.put(contract, { agent_id: agent, commission_rate: 5, commission_reason: "اتفاق" }),
      () => client.post("/api/receipt-vouchers", voucher(clerk)),
      issue,
      () => client.put(contract, { commission_rate: 1 + clerk, commission_reason: "اتفاق" }),
      () => client.put(`/api/agents/${agent}`, { commission_rate: clerk }),
      issue,
      () => client.put(contract, { agent_id: agents[(clerk + 1) % 2] }),
      () => client.put(`/api/agent-invoices/${made[clerk] ?? 0}`, { payment_status: "cancelled" }),
      () => client.delete(`/api/agent-invoices/${made[clerk] ?? 0}`),
    ];
  });
  expect(await atOnce(clerks, [200, 201, 404, 409])).toEqual([]);
  expect(made.length).toBeGreaterThan(0);
  await expectNoRetry();
});

test("receipts change their currency and their contract's, in opposite directions", async () => {
  const pairs = [usd, sar].flatMap((currency_id) => [0, 1].map((contract) => ({ currency_id, contract })));
  const clerks = await Promise.all(
    pairs.map(async ({ currency_id, contract }, clerk) => {
      const box = { name: `صندوق ${clerk}`, currency_code: clerk % 2 ? "SAR" : "USD" };
      const cash_box_id = (await client.post("/api/cash-boxes", box)).body.cash_box.id;
      const ends = [contracts[2 * clerk + contract], contracts[2 * clerk + 1 - contract]];
      const taken = { ...voucher(0), cash_box_id, currency_id, contract_id: ends[0] };
      const { id } = (await client.post("/api/receipt-vouchers", taken)).body.receipt_voucher;
      return Array.from({ length: 12 }, (_, turn) => () => {
        const other = currency_id === usd ? sar : usd;
        const change = { currency_id: turn % 2 ? currency_id : other, contract_id: ends[(turn + 1) % 2] };
        return client.put(`/api/receipt-vouchers/${id}`, { ...change, exchange_rate_at_payment: null });
      });
    }),
  );
  expect(await atOnce(clerks, [200])).toEqual([]);
  await expectNoRetry();
});

test("clerks, while contracts come and go, seats, prices, rates and accounts change", async () => {
  const row = (path: string, id: number | undefined, changes: object[]) =>
    changes.map((change) => () => client.put(`/api/${path}/${id}`, change));
  const times = (count: number, steps: (() => Promise<Answer>)[]) =>
    Array.from({ length: count }, () => steps).flat();
  const signed = (turn: number) => async () => {
    const campaign_id = campaigns[turn % 2];
    const answer = await client.post("/api/contracts", {
      customer_id: customer,
      campaign_id,
      package_id: packages[turn % 2],
    });
    if (turn % 2) return client.delete(`/api/contracts/${answer.body.contract.id}`);
    return answer;
  };
  const clerks = Array.from({ length: 4 }, (_, clerk) =>
    Array.from({ length: 8 }, (_, turn) => async () => {
      const answer = await client.post("/api/receipt-vouchers", voucher(clerk + turn));
      const id = answer.body.receipt_voucher?.id;
      if (!id) return answer;
      const change = { cash_box_id: accounts[(clerk + turn + 1) % 4], contract_id: contracts[turn % 8] };
      return turn % 2
        ? client.put(`/api/receipt-vouchers/${id}`, change)
        : client.delete(`/api/receipt-vouchers/${id}`);
    }),
  );
  const others = [
    Array.from({ length: 8 }, (_, turn) => signed(turn)),
    times(4, row("contracts", contracts[6], [{ status: "cancelled" }, { status: "active" }])),
    times(4, row("contracts", contracts[7], [{ status: "completed" }, { status: "active" }])),
    times(4, row("campaigns", campaigns[0], [{ package_ids: packages }, { total_seats: 120 }])),
    times(4, row("campaigns", campaigns[1], [{ package_ids: packages.toReversed() }, { total_seats: 90 }])),
    times(4, row("packages", packages[0], [{ profit_margin: 10 }, { currency_id: usd }])),
    times(4, row("packages", packages[1], [{ profit_margin: 12 }, { name: "باقة أخرى" }])),
    times(3, row("currencies", sar, [{ name: "ريال" }, { code: "SAX" }, { code: "SAR" }])),
    times(
      3,
      [usd, sar].map((id) => () => client.post(`/api/currencies/${id}/set-default`, {})),
    ),
    times(4, row("cash-boxes", accounts[0], [{ status: "inactive" }, { status: "active" }])),
    times(4, row("cash-boxes", accounts[1], [{ balance: 900_000 }, { name: "صندوق" }])),
    times(4, [() => client.delete(`/api/cash-boxes/${accounts[2]}`)]),
    times(4, row("users", 1, [{ email: "m@office.local" }, { email: "manager@office.local" }])),
    times(4, [() => client.put("/api/roles/2/permissions", { permission_ids: [1] })]),
    times(4, row("customers", customer, [{ national_id: "1" }, { national_id: "2" }])),
  ];
  // Refused for a reason of the business: an idle box, a cancelled contract, a box that vouchers use.
  expect(await atOnce([...clerks, ...others], [200, 201, 409, 422])).toEqual([]);
});

test("payments settle invoices to and fro, while the invoices change and money comes in", async () => {
  const { knex } = office;
  const agent_id = await factories.makeAgent(knex);
  const invoices: number[] = [];
  for (let index = 0; index < 6; index++)
    invoices.push(await factories.makeInvoice(knex, { agent_id }, "900000"));
  const payers = Array.from({ length: 8 }, (_, clerk) => {
    const mine: number[] = [];
    const [one, other] = clerk % 2 ? [clerk + 1, clerk] : [clerk, clerk + 1];
    const at = (list: number[], index = 0) => list[index % list.length];
    const pay = (turn: number) => async () => {
      const answer = await client.post("/api/payment-vouchers", {
        agent_id,
        agent_invoice_id: at(invoices, turn),
        ...factories.inCash(at(accounts, turn), turn % 2 ? usd : sar, 3 + turn),
        date: "2026-04-01",
      });
      mine.push(answer.body.payment_voucher?.id);
      return answer;
    };
    const put = (index: number, change: object) => () =>
      client.put(`/api/payment-vouchers/${mine[index]}`, change);
    return [
      pay(one),
      pay(other),
      put(0, { agent_invoice_id: at(invoices, other), cash_box_id: at(accounts, other) }),
      put(1, { agent_invoice_id: at(invoices, one), currency_id: at([usd, sar], one) }),
      put(0, { agent_invoice_id: null }),
      put(1, { status: "cancelled" }),
      put(0, { agent_invoice_id: at(invoices, one), amount: 50 }),
      put(1, { status: "confirmed" }),
      () => client.delete(`/api/payment-vouchers/${mine[0]}`),
    ];
  });
  const others = [
    ...invoices.map((id, index) =>
      Array.from(
        { length: 4 },
        (_, turn) => () =>
          client.put(
            `/api/agent-invoices/${id}`,
            turn % 2 ? { amount: 800_000 + index } : { notes: `${turn}` },
          ),
      ),
    ),
    Array.from({ length: 10 }, (_, turn) => () => client.post("/api/receipt-vouchers", voucher(turn))),
  ];
  // Refused for a reason of the business: a box that is idle or gone after the test before this one.
  expect(await atOnce([...payers, ...others], [200, 201, 409, 422, 404])).toEqual([]);
  expect(await knex("payment_vouchers").whereNotNull("invoice_id").first()).toBeDefined();
});

test("nobody waited in a circle", async () => {
  await office.app.stop(); // PostgreSQL reports a session's counts when it ends; a retry would have hidden the deadlock from the clerk
  const { rows } = await office.knex.raw(
    "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

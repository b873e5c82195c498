import { beforeAll, expect } from "vitest";
import type { fixture } from "./app";
import { type Answer, type Client, hiddenField } from "./client";
import {
  inCash,
  makeAgent,
  makeCampaign,
  makeContract,
  makeCurrency,
  makeCustomer,
  makePackage,
} from "./factories";
import { questionsIn } from "./questions";

export const path = "/settings/accounts/closing";

export const day = (ago: number) =>
  new Date(Date.now() + 3 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10);
export const today = day(0);
export const lastWeek = day(7);

export const until = (date: string) => `الفترة مقفلة حتى ${date}`;

export function expectRefused({ status, body }: Answer, date: string) {
  expect([status, body.message]).toEqual([409, expect.stringContaining(until(date))]);
}

/** Closes periods and opens them again by the screens. */
export function decisionsOf(client: Client) {
  /** Posts a form as it was just opened. */
  async function decide(deed: "close" | "reopen", fields: Record<string, string>, by: Client = client) {
    const { body } = await by.get(`${path}/${deed}`);
    const hidden = {
      idempotency_key: hiddenField(body, "idempotency_key"),
      updated_at: hiddenField(body, "updated_at"),
    };
    return by.submit(`${path}/${deed}`, { ...hidden, ...fields });
  }

  /** Closes, also where a cash box was below zero. */
  async function closeUntil(closed_until: string) {
    const first = await decide("close", { closed_until });
    const { confirmed } = questionsIn(String(first.body));
    const { status, body } = confirmed ? await decide("close", { closed_until, confirmed }) : first;
    expect([status, body]).toEqual([302, ""]);
  }

  async function reopenAll() {
    const { status, body } = await decide("reopen", { extent: "all", reason: "تجربة" });
    expect([status, body]).toEqual([302, ""]);
  }
  return { decide, closeUntil, reopenAll };
}

/** An office that closes periods, opens them again, and receives money meanwhile. */
export function closingsOf(office: ReturnType<typeof fixture>, client: Client) {
  const { decide, closeUntil, reopenAll } = decisionsOf(client);
  const ids = { usd: 0, customer: 0, agent: 0, box: 0, contract: 0, campaign: 0, plan: 0 };
  beforeAll(async () => {
    const { knex } = office;
    ids.usd = await makeCurrency(knex, "USD", "1", { is_default: true, symbol: "$" });
    await makeCurrency(knex, "SAR", "0.26666666666666666667", { symbol: "ر.س" });
    ids.customer = await makeCustomer(knex);
    ids.agent = await makeAgent(knex);
    ids.plan = await makePackage(knex, ids.usd, "100000");
    ids.campaign = await makeCampaign(knex, 100, [ids.plan]);
    const box = { name: "صندوق", currency_code: "USD", balance: 100_000 };
    ids.box = (await client.post("/api/cash-boxes", box)).body.cash_box.id;
    ids.contract = await oldContract();
  });
  /** One that was signed in the period that is closed. */
  function oldContract() {
    const { customer: customer_id, campaign: campaign_id, plan: package_id, usd: currency_id } = ids;
    const parties = { customer_id, campaign_id, package_id, currency_id };
    return makeContract(office.knex, parties, "100000", { contract_date: day(30) });
  }

  const voucher = (more: object = {}) => ({
    customer_id: ids.customer,
    contract_id: ids.contract,
    ...inCash(ids.box, ids.usd, 10),
    date: today,
    description: "دفعة",
    ...more,
  });

  const receive = async (more: object = {}) => client.post("/api/receipt-vouchers", voucher(more));
  const received = async (more: object = {}): Promise<number> =>
    (await receive(more)).body.receipt_voucher.id;

  const closed = async () =>
    (await office.knex("period_closings").orderBy("id", "desc").first())?.closed_until ?? null;

  async function openAll() {
    if (await closed()) await reopenAll();
  }

  async function expectBalanced() {
    const { rows } = await office.knex.raw(`
    SELECT 'account ' || accounts.id AS wrong FROM accounts
    WHERE balance <> (SELECT coalesce(sum(amount), 0) FROM movements WHERE account_id = accounts.id)
    UNION ALL SELECT 'contract ' || contracts.id FROM contracts
    WHERE paid_amount <> (SELECT coalesce(sum(equivalent_amount), 0) FROM receipt_vouchers
      WHERE contract_id = contracts.id AND status = 'confirmed')
    UNION ALL SELECT 'receipt ' || receipt_number FROM receipt_vouchers
    WHERE CASE status WHEN 'confirmed' THEN account_amount ELSE 0 END <>
      (SELECT coalesce(sum(amount), 0) FROM movements WHERE document_number = receipt_number)`);
    expect(rows).toEqual([]);
  }

  return {
    ids,
    oldContract,
    voucher,
    receive,
    received,
    decide,
    closeUntil,
    closed,
    openAll,
    expectBalanced,
  };
}

import { beforeAll, expect } from "vitest";
import { officeToday } from "~/domain/office-day.server";
import type { fixture } from "./app";
import type { Client } from "./client";
import {
  inCash,
  makeAgent,
  makeCampaign,
  makeCurrency,
  makeCustomer,
  makeDollar,
  makePackage,
} from "./factories";
import { queriesOf } from "./queries";

const today = officeToday();

/** Agents of an office, contracts that name them, in dollars and Kuwaiti dinars, and what customers pay. */
export function useShares(office: ReturnType<typeof fixture>, client: Client) {
  const ids = { usd: 0, sar: 0, kwd: 0, dollars: 0, dinars: 0, dollarBox: 0, dinarBox: 0, campaign: 0 };
  const { rows } = queriesOf(office);

  beforeAll(async () => {
    const { knex } = office;
    ids.usd = await makeDollar(knex);
    ids.sar = await makeCurrency(knex, "SAR", "0.26666666666666666667");
    ids.kwd = await makeCurrency(knex, "KWD", "3.25");
    ids.dollars = await makePackage(knex, ids.usd, "1000");
    ids.dinars = await makePackage(knex, ids.kwd, "300");
    ids.campaign = await makeCampaign(knex, 5000, [ids.dollars, ids.dinars]);
    const box = async (name: string, currency_code: string) =>
      (await client.post("/api/cash-boxes", { name, currency_code })).body.cash_box.id;
    ids.dollarBox = await box("صندوق الدولار", "USD");
    ids.dinarBox = await box("صندوق الدينار", "KWD");
  });

  const agent = (commission_rate = "5", more: object = {}) =>
    makeAgent(office.knex, { commission_rate, ...more });

  const sign = async (more: object = {}) =>
    client.post("/api/contracts", {
      customer_id: await makeCustomer(office.knex),
      campaign_id: ids.campaign,
      package_id: ids.dollars,
      ...more,
    });
  const signed = async (more: object = {}) => {
    const { status, body } = await sign(more);
    expect(status, body.error).toBe(201);
    return body.contract;
  };
  const find = async (id: number) => (await client.get(`/api/contracts/${id}`)).body.contract;
  const change = (id: number, values: object) => client.put(`/api/contracts/${id}`, values);

  /** Pays of a contract in its own currency. @returns the answer of the call */
  const pay = (
    { id, customer_id, currency_id }: { id: number; customer_id: number; currency_id: number },
    amount: number | string,
  ) =>
    client.post("/api/receipt-vouchers", {
      customer_id,
      contract_id: id,
      ...inCash(currency_id === ids.kwd ? ids.dinarBox : ids.dollarBox, currency_id, amount),
      date: today,
      description: "دفعة",
    });
  const paid = async (contract: Parameters<typeof pay>[0], amount: number | string) => {
    const { status, body } = await pay(contract, amount);
    expect(status, body.error).toBe(201);
    return body.receipt_voucher as { id: number };
  };
  const takeBack = async ({ id }: { id: number }) => {
    const { status, body } = await client.put(`/api/receipt-vouchers/${id}`, { status: "cancelled" });
    expect(status, body.error).toBe(200);
  };

  /** What is left of an agent's contracts, and the sums in riyals. */
  const commission = async (agent: number) => (await client.get(`/api/agents/${agent}/commission`)).body;
  const issue = (agent: number, more: object = {}) => client.post(`/api/agents/${agent}/commission`, more);
  const issued = async (agent: number, more: object = {}) => {
    const { status, body } = await issue(agent, more);
    expect(status, body.error).toBe(201);
    return body.agent_invoice;
  };

  /** Holds each agent's sums to plain SQL, and each invoice to its parts. */
  async function expectShares() {
    const sums = await rows<{ agent: number; invoiced: string; due: string }>(plainSums);
    for (const { agent, invoiced, due } of sums) {
      const { earned, ...rest } = (await commission(agent)).commission;
      expect([agent, rest.invoiced, rest.due]).toEqual([agent, Number(invoiced), Number(due)]);
      expect(earned).toBeCloseTo(Number(invoiced) + Number(due), 9);
    }
    const wrong = await rows(
      `SELECT invoices.id FROM invoices JOIN commission_parts ON invoice_id = invoices.id
       GROUP BY invoices.id HAVING invoices.amount <= 0 OR sum(riyals) <> CASE document_type WHEN 'credit_note' THEN -invoices.amount ELSE invoices.amount END`,
    );
    expect(wrong).toEqual([]);
    return sums.length;
  }

  return {
    ids,
    agent,
    sign,
    signed,
    find,
    change,
    pay,
    paid,
    takeBack,
    commission,
    issue,
    issued,
    expectShares,
  };
}

const decimals = "CASE code WHEN 'KWD' THEN 3 ELSE 2 END";

/** By agent: what standing invoices have of contracts, and what is earned beyond it, in riyals at the present rates. */
export const plainSums = `
  SELECT agent, sum(invoiced) AS invoiced,
         sum(round(round((earned - taken) * exchange_rate / (SELECT exchange_rate FROM currencies WHERE code = 'SAR'), 12), 2)) AS due
  FROM (
    SELECT agent, contract, sum(earned) AS earned, sum(taken) AS taken, sum(invoiced) AS invoiced FROM (
      SELECT agent_id AS agent, contracts.id AS contract, 0 AS taken, 0 AS invoiced,
             CASE status WHEN 'cancelled' THEN 0 ELSE round(paid_amount * commission_rate / 100, ${decimals}) END AS earned
      FROM contracts JOIN currencies ON currencies.id = currency_id WHERE agent_id IS NOT NULL
      UNION ALL
      SELECT agent_id, contract_id, commission_parts.amount, riyals, 0
      FROM commission_parts JOIN invoices ON invoices.id = invoice_id WHERE payment_status <> 'cancelled') AS deeds
    GROUP BY 1, 2) AS lines
  JOIN contracts ON contracts.id = contract JOIN currencies ON currencies.id = currency_id
  GROUP BY agent ORDER BY agent`;

/** A page as text: without tags and marks of direction. */
export const wordsIn = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, "")
    .replaceAll("<!-- -->", "")
    .replace(/<[^>]+>/g, " ")
    .replace(/[\u2066-\u2069\u200e\u200f]/g, "")
    .replace(/\s+/g, " ");

import { beforeAll, expect } from "vitest";
import type { Transfer } from "~/features/financial/transfers/transfer";
import type { fixture } from "./app";
import type { Client } from "./client";
import { insert, makeAccount, makeCurrency } from "./factories";

/** Accounts of four currencies, an expense for fees, and how a clerk transfers by calls. */
export function transfersOf(office: ReturnType<typeof fixture>, client: Client) {
  const ids = { usd: 0, sar: 0, kwd: 0, jpy: 0, fees: 0 };
  beforeAll(async () => {
    const { knex } = office;
    ids.usd = await makeCurrency(knex, "USD", "1", { is_default: true });
    ids.sar = await makeCurrency(knex, "SAR", "0.26666666666666666667");
    ids.kwd = await makeCurrency(knex, "KWD", "3.25");
    ids.jpy = await makeCurrency(knex, "JPY", "0.0066667");
    ids.fees = await insert(knex, "expenses", { name: "عمولات بنكية" });
  });

  const account =
    (more: object) =>
    async (name: string, currency_id: number, balance = 0) => {
      const id = await makeAccount(office.knex, currency_id, { name, ...more });
      if (balance) {
        const [kind, item] = "kind" in more ? ["banks", "bank"] : ["cash-boxes", "cash_box"];
        const { body } = await client.get(`/api/${kind}/${id}`);
        const code = body[item].currency_code;
        expect((await client.put(`/api/${kind}/${id}`, { currency_code: code, balance })).status).toBe(200);
      }
      return id;
    };
  const send = (body: object) => client.post("/api/transfers", body);
  async function sent(body: object): Promise<Transfer> {
    const { status, body: answer } = await send(body);
    expect([status, answer]).toEqual([201, { transfer: expect.anything() }]);
    return answer.transfer;
  }
  return {
    ids,
    box: account({}),
    bank: account({ kind: "bank", account_number: "1", account_name: "المكتب" }),
    send,
    sent,
    balance: async (id: number) =>
      Number((await office.knex("accounts").where({ id }).first("balance")).balance),
    find: async (query: string): Promise<Transfer> =>
      (await client.get(`/api/transfers${query}`)).body.transfers[0],
    async put(id: number, change: object): Promise<Transfer> {
      const { status, body } = await client.put(`/api/transfers/${id}`, change);
      expect([status, body]).toEqual([200, { transfer: expect.anything() }]);
      return body.transfer;
    },
  };
}

import { beforeAll, expect } from "vitest";
import type { fixture } from "./app";
import { keepBooks } from "./books";
import type { Client } from "./client";
import * as factories from "./factories";

/** Accounts, customers and contracts of an office, and receipts for them. Its books are balanced after each test. */
export function useReceipts(office: ReturnType<typeof fixture>, client: Client) {
  const ids = { usd: 0, sar: 0, yer: 0, kwd: 0, box: 0, sarBox: 0, bank: 0, customer: 0 };
  keepBooks(office);
  beforeAll(async () => {
    const { knex } = office;
    ids.usd = await factories.makeCurrency(knex, "USD", "1", { is_default: true });
    ids.sar = await factories.makeCurrency(knex, "SAR", "0.26666666666666666667");
    ids.yer = await factories.makeCurrency(knex, "YER", "0.004");
    ids.kwd = await factories.makeCurrency(knex, "KWD", "3.25");
    ids.box = await factories.makeAccount(knex, ids.usd, { name: "الصندوق" });
    ids.sarBox = await factories.makeAccount(knex, ids.sar, { name: "صندوق الريال" });
    const bank = { kind: "bank", name: "البنك", account_number: "1", account_name: "المكتب" };
    ids.bank = await factories.makeAccount(knex, ids.usd, bank);
    ids.customer = await makeCustomer();
  });

  const makeCustomer = (name = "عبد الله بن سالم باوزير") => factories.makeCustomer(office.knex, { name });

  async function makeContract(total: string, currency_id = ids.usd, customer_id = ids.customer) {
    const package_id = await factories.makePackage(office.knex, currency_id, total, { name: "باقة" });
    const campaign_id = await factories.makeCampaign(office.knex, 100, [], {
      name: "حملة",
      start_date: "2026-01-01",
      end_date: "2026-02-01",
    });
    const parties = { customer_id, campaign_id, package_id, currency_id };
    return factories.makeContract(office.knex, parties, total);
  }

  const voucher = (changes: object = {}) => ({
    customer_id: ids.customer,
    ...factories.inCash(ids.box, ids.usd, 100),
    date: "2026-11-01",
    description: "دفعة من قيمة العقد",
    ...changes,
  });

  async function receive(changes: object = {}) {
    const { status, body } = await client.post("/api/receipt-vouchers", voucher(changes));
    expect(body).toMatchObject({ receipt_voucher: { id: expect.any(Number) } });
    expect(status).toBe(201);
    return body.receipt_voucher;
  }

  const balanceOf = async (id: number) =>
    Number((await office.knex("accounts").where({ id }).first("balance")).balance);
  const contractOf = async (id: number) => {
    const row = await office.knex("contracts").where({ id }).first("paid_amount", "remaining_amount");
    return { paid: Number(row.paid_amount), remaining: Number(row.remaining_amount) };
  };

  return { ids, makeCustomer, makeContract, voucher, receive, balanceOf, contractOf };
}

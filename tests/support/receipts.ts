import { beforeAll, expect } from "vitest";
import type { fixture } from "./app";
import { keepBooks } from "./books";
import type { Client } from "./client";

/** Accounts, customers and contracts of an office, and receipts for them. Its books are balanced after each test. */
export function useReceipts(office: ReturnType<typeof fixture>, client: Client) {
  const ids = {} as {
    usd: number;
    sar: number;
    yer: number;
    kwd: number;
    box: number;
    sarBox: number;
    bank: number;
    customer: number;
  };

  keepBooks(office);
  beforeAll(async () => {
    const { knex } = office;
    const currency = async (code: string, exchange_rate: string, is_default = false) =>
      (
        await knex("currencies")
          .insert({ name: code, code, symbol: code, exchange_rate, is_default })
          .returning("id")
      )[0].id;
    const usd = await currency("USD", "1", true);
    const sar = await currency("SAR", "0.26666666666666666667");
    const yer = await currency("YER", "0.004");
    const kwd = await currency("KWD", "3.25");
    const account = async (row: object) =>
      (
        await knex("accounts")
          .insert({ balance: 0, ...row })
          .returning("id")
      )[0].id;
    Object.assign(ids, {
      usd,
      sar,
      yer,
      kwd,
      box: await account({ kind: "cash_box", name: "الصندوق", currency_id: usd }),
      sarBox: await account({ kind: "cash_box", name: "صندوق الريال", currency_id: sar }),
      bank: await account({
        kind: "bank",
        name: "البنك",
        currency_id: usd,
        account_number: "1",
        account_name: "المكتب",
      }),
      customer: await makeCustomer(),
    });
  });

  async function makeCustomer(name = "عبد الله بن سالم باوزير") {
    const [row] = await office.knex("customers").insert({ name, phone: "777123456" }).returning("id");
    return row.id as number;
  }

  let contracts = 0;
  async function makeContract(total: string, currencyId = ids.usd, customerId = ids.customer) {
    const { knex } = office;
    const [pack] = await knex("packages").insert({ name: "باقة", currency_id: currencyId }).returning("id");
    const [campaign] = await knex("campaigns")
      .insert({
        name: "حملة",
        type: "عمرة",
        start_date: "2026-01-01",
        end_date: "2026-02-01",
        total_seats: 100,
      })
      .returning("id");
    contracts += 1;
    const [contract] = await knex("contracts")
      .insert({
        contract_number: `C-2026-${String(contracts).padStart(5, "0")}`,
        customer_id: customerId,
        campaign_id: campaign.id,
        package_id: pack.id,
        contract_date: "2026-01-05",
        currency_id: currencyId,
        total_amount: total,
      })
      .returning("id");
    return contract.id as number;
  }

  const voucher = (changes: object = {}) => ({
    customer_id: ids.customer,
    currency_id: ids.usd,
    amount: 100,
    payment_method: "cash",
    cash_box_id: ids.box,
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

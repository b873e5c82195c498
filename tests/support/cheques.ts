import { expect } from "vitest";
import type { fixture } from "./app";
import { useCancelling } from "./cancelling";
import type { Client } from "./client";
import { decisionsOf } from "./closing";
import { insert } from "./factories";

/** Receipts and payments by cheque of an office, and their returns. */
export function useCheques(office: ReturnType<typeof fixture>, client: Client) {
  const cancelling = useCancelling(office, client);
  const { ids, receive, makeContract } = cancelling;

  let made = 0;
  /** A bank in a currency, with this much in it. */
  async function makeBank(currency_code: string, balance = 0): Promise<number> {
    const bank = {
      name: `بنك ${++made}`,
      account_number: "1",
      account_name: "المكتب",
      currency_code,
      balance,
    };
    return (await client.post("/api/banks", bank)).body.bank.id;
  }
  const byCheque = (bank_account_id: number, currency_id: number, amount: number | string) => ({
    payment_method: "cheque",
    payment_reference: "0012345",
    cash_box_id: undefined,
    bank_account_id,
    currency_id,
    amount,
  });
  /** A contract of 1,000 dollars that a cheque pays in part, with a bank of its own. */
  async function paidByCheque(more: object = {}) {
    const bank = await makeBank("USD");
    const contract = await makeContract("1000");
    const voucher = await receive({ contract_id: contract, ...byCheque(bank, ids.usd, 400), ...more });
    return { bank, contract, id: voucher.id as number, number: voucher.receipt_number as string };
  }
  const pathOf = (id: number) => `/api/receipt-vouchers/${id}`;
  const giveBack = (id: number, body: object = {}, headers = {}) =>
    client.post(`${pathOf(id)}/return`, body, headers);
  async function returned(id: number, body: object = {}) {
    const answer = await giveBack(id, body);
    expect([answer.status, answer.body.fields]).toEqual([200, undefined]);
    return answer.body.receipt_voucher;
  }
  /** Takes all out of a bank. */
  async function empty(bank_account_id: number, amount: number) {
    const { status } = await client.post("/api/payment-vouchers", {
      beneficiary: "صاحب المكتب",
      payment_method: "bank_transfer",
      bank_account_id,
      currency_id: ids.usd,
      amount,
    });
    expect(status).toBe(201);
  }
  /** What a document entered, in the order of writing. */
  const entriesOf = async (document_id: number, document = "receipt") =>
    (await office.knex("entries").where({ document, document_id }).orderBy("id")).map(
      ({ date, cause, amount, currency_code, contract_id }) =>
        [date, cause, Number(amount), currency_code, contract_id === null ? "on account" : "item"].join(" "),
    );
  return {
    ...cancelling,
    ...decisionsOf(client),
    makeBank,
    byCheque,
    paidByCheque,
    pathOf,
    giveBack,
    returned,
    empty,
    entriesOf,
    insert,
  };
}

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
  /** The account of cheques in hand in a currency, of which there is one. */
  async function makeHand(currency_code: string): Promise<number> {
    const [there] = await office
      .knex("accounts")
      .join("currencies", "currencies.id", "currency_id")
      .where({ code: currency_code, is_cheques_in_hand: true })
      .pluck("accounts.id");
    if (there) return there;
    const account = { name: `شيكات ${currency_code}`, account_number: "—", account_name: "المكتب" };
    const { status, body } = await client.post("/api/banks", {
      ...account,
      currency_code,
      is_cheques_in_hand: true,
    });
    expect(status).toBe(201);
    return body.bank.id;
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
  /** A contract of 1,000 dollars of which a cheque in hand pays 400, and a bank to collect it in. */
  async function inHand(more: object = {}) {
    const [hand, bank, contract] = [await makeHand("USD"), await makeBank("USD"), await makeContract("1000")];
    const voucher = await receive({ contract_id: contract, ...byCheque(hand, ids.usd, 400), ...more });
    return { hand, bank, contract, id: voucher.id as number, number: voucher.receipt_number as string };
  }
  const collect = (id: number, body: object = {}, headers = {}) =>
    client.post(`${pathOf(id)}/collect`, body, headers);
  const uncollect = (id: number, body: object = {}) => client.post(`${pathOf(id)}/uncollect`, body);
  async function collected(id: number, bank_account_id: number, body: object = {}) {
    const answer = await collect(id, { bank_account_id, ...body });
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    return answer.body.receipt_voucher;
  }
  /** The lines of an account's statement: day, cause, number of the document, amount. */
  const linesOf = async (account_id: number) =>
    (await office.knex("movements").where({ account_id }).orderBy("id")).map(
      ({ date, cause, is_event, is_return, amount }) =>
        [date, cause, is_event && "event", is_return && "return", Number(amount)].filter(Boolean).join(" "),
    );
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
    makeHand,
    inHand,
    collect,
    uncollect,
    collected,
    linesOf,
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

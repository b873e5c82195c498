import { describe, expect, test } from "vitest";
import { payment } from "~/features/financial/payments/payment";
import type { PaymentInput, PaymentRow, PaymentUpdate } from "~/features/financial/payments/payments.server";
import {
  changedFields,
  changedTerms,
  refuseCampaign,
  refuseOtherSettled,
  sameFromAccount,
  sameSettlement,
  termsOf,
} from "~/features/financial/payments/terms.server";
import { answerOf, sentences } from "../support/rules";

type Values = Record<string, unknown>;

const today = "2026-03-01";
/** What every voucher sends: ten dollars out of box 4. */
const money = { currency_id: 1, amount: "10", payment_method: "cash", cash_box_id: 4 };
/** What is not sent, or belongs to another type. */
const nothing = {
  customer_id: null,
  agent_id: null,
  supplier_id: null,
  expense_id: null,
  beneficiary: null,
  invoice_id: null,
  contract_id: null,
  campaign_id: null,
  service_name: null,
  other_service_id: null,
  not_refund: false,
  payment_reference: null,
  description: null,
};
const read = (sent: Values) => answerOf(() => termsOf({ ...money, ...sent } as PaymentInput, today));

describe("the terms of a new voucher", () => {
  test.each<[type: string, sent: Values, kept: Values]>([
    ["customer", { customer_id: 2, contract_id: 8 }, { customer_id: 2, contract_id: 8 }],
    ["agent", { agent_id: 2, agent_invoice_id: 9 }, { agent_id: 2, invoice_id: 9 }],
    ["supplier", { supplier_id: 2, purchase_invoice_id: 9 }, { supplier_id: 2, invoice_id: 9 }],
    ["expense", { expense_id: 2, campaign_id: 6 }, { expense_id: 2, campaign_id: 6 }],
    [
      "other",
      { beneficiary: "بلدية المكلا", campaign_id: 6 },
      { beneficiary: "بلدية المكلا", campaign_id: 6 },
    ],
  ])("to a %s: its reference alone says of which type it is", (beneficiary_type, sent, kept) => {
    const terms = { ...nothing, beneficiary_type, ...kept };
    const { cash_box_id: account_id, ...amount } = money;
    expect(read(sent)).toEqual({ ...terms, ...amount, account_id, date: today });
    // What belongs to other types is left out.
    const others = { customer_id: 3, agent_id: 3, supplier_id: 3, expense_id: 3, beneficiary: "غيره" };
    const foreign = { agent_invoice_id: 3, purchase_invoice_id: 3, contract_id: 3, campaign_id: 3 };
    const own = Object.fromEntries(Object.keys(kept).map((field) => [field, expect.anything()]));
    expect(read({ ...others, ...foreign, ...sent, beneficiary_type })).toMatchObject({
      ...nothing,
      ...own,
      beneficiary_type,
      [Object.keys(sent)[0] as string]: Object.values(sent)[0],
    });
  });

  test.each<[sent: Values, account: number | string]>([
    [{}, 4],
    [{ payment_method: "bank_transfer", bank_account_id: 5 }, 5],
    [{ payment_method: "cheque", bank_account_id: 5 }, 5],
    [{ bank_account_id: 5, cash_box_id: undefined }, "cash_box_id"],
    [{ payment_method: "cheque" }, "bank_account_id"],
    [{ payment_method: "bank_transfer", bank_account_id: null }, "bank_account_id"],
  ])("%o is paid out of %s", (sent, account) => {
    const answer = read({ expense_id: 2, ...sent });
    if (typeof account === "number") expect(answer).toMatchObject({ account_id: account });
    else expect(Object.keys(answer)).toEqual([account]);
  });

  test.each<[sent: Values, fields: string[]]>([
    [{}, ["beneficiary_type"]],
    [{ beneficiary_type: "agent", supplier_id: 2 }, ["agent_id"]],
    [{ beneficiary_type: "expense", expense_id: null }, ["expense_id"]],
    [{ beneficiary_type: "other", beneficiary: "" }, ["beneficiary"]],
    [{ beneficiary_type: "customer", cash_box_id: null }, ["customer_id", "cash_box_id"]],
    [{ cash_box_id: null }, ["beneficiary_type", "cash_box_id"]],
    [{ customer_id: 2, agent_id: 3 }, ["beneficiary_type"]],
    [{ supplier_id: 2, expense_id: 3 }, ["beneficiary_type"]],
  ])("%o is refused at %o", (sent, fields) => {
    expect(Object.keys(read(sent))).toEqual(fields);
  });

  test("what is missing is told by one sentence", () => {
    expect(() => termsOf(money as PaymentInput, today)).toThrow(payment.required);
  });
});

/** A payment of ten dollars to expense 2, out of box 4. */
const stored = (more: Values = {}) =>
  ({
    ...nothing,
    beneficiary_type: "expense",
    expense_id: 2,
    date: "2026-01-05",
    ...termsRow,
    ...more,
  }) as PaymentRow;
const termsRow = { currency_id: 1, amount: "10.0000", payment_method: "cash", account_id: 4 };
const change = (row: PaymentRow, sent: Values) => answerOf(() => changedTerms(row, sent as PaymentUpdate));

describe("a change", () => {
  const ofInvoice = stored({ beneficiary_type: "agent", expense_id: null, agent_id: 3, invoice_id: 9 });
  const ofContract = stored({
    beneficiary_type: "customer",
    expense_id: null,
    customer_id: 3,
    contract_id: 8,
  });

  test.each<[PaymentRow, sent: Values, changed: Values]>([
    [stored(), {}, {}],
    [stored(), { description: "بيان", amount: undefined }, { description: "بيان" }],
    [stored(), { date: "2026-02-01" }, { date: "2026-02-01" }],
    [
      stored({ campaign_id: 6 }),
      { beneficiary_type: "other", beneficiary: "س" },
      { beneficiary_type: "other", beneficiary: "س", expense_id: null, campaign_id: 6 },
    ],
    [
      stored({ campaign_id: 6 }),
      { customer_id: 3 },
      { beneficiary_type: "customer", customer_id: 3, expense_id: null, campaign_id: null },
    ],
    [stored(), { payment_method: "cheque", bank_account_id: 5 }, { payment_method: "cheque", account_id: 5 }],
    [ofInvoice, { amount: "12" }, { amount: "12" }],
    [ofInvoice, { agent_invoice_id: null }, { invoice_id: null }],
    [
      ofInvoice,
      { supplier_id: 4 },
      { beneficiary_type: "supplier", supplier_id: 4, agent_id: null, invoice_id: null },
    ],
    [ofContract, { beneficiary_type: "customer", customer_id: 4 }, { customer_id: 4 }],
    [
      ofContract,
      { agent_id: 4, agent_invoice_id: 7 },
      { beneficiary_type: "agent", agent_id: 4, customer_id: null, contract_id: null, invoice_id: 7 },
    ],
  ])("of %o by %o", (row, sent, changed) => {
    expect(change(row, sent)).toEqual({ ...row, ...changed });
  });

  test.each<[sent: Values, fields: string[]]>([
    [{ beneficiary_type: "customer" }, ["customer_id"]],
    [{ beneficiary_type: "other" }, ["beneficiary"]],
    [{ payment_method: "bank_transfer" }, ["bank_account_id"]],
    [{ cash_box_id: null }, ["cash_box_id"]],
    [{ expense_id: null }, ["expense_id"]],
    [{ customer_id: 3, agent_id: 3 }, ["beneficiary_type"]],
  ])("by %o needs %o", (sent, fields) => {
    expect(Object.keys(change(stored(), sent))).toEqual(fields);
  });

  test.each<[sent: Values, account: boolean, settlement: boolean]>([
    [{ description: "بيان" }, true, true],
    [{ amount: "10.00" }, true, true],
    [{ amount: "10.01" }, false, false],
    [{ currency_id: 2 }, false, false],
    [{ cash_box_id: 5 }, false, true],
    [{ agent_invoice_id: 8 }, true, false],
    [{ agent_invoice_id: null }, true, false],
  ])("%o keeps what was booked of the account: %s, of the invoice: %s", (sent, account, settlement) => {
    const terms = change(ofInvoice, sent) as ReturnType<typeof changedTerms>;
    expect([sameFromAccount(ofInvoice, terms), sameSettlement(ofInvoice, terms)]).toEqual([
      account,
      settlement,
    ]);
  });

  test.each<[PaymentRow, sent: Values, fields: string[]]>([
    [stored(), { description: "بيان", date: "2026-02-01", payment_reference: "7" }, []],
    [stored(), { amount: "10" }, []],
    [stored(), { amount: "5" }, ["amount"]],
    [stored(), { currency_id: 2 }, ["currency_id"]],
    [stored(), { cash_box_id: 5 }, ["cash_box_id"]],
    [stored(), { payment_method: "cheque", bank_account_id: 5 }, ["bank_account_id"]],
    [stored(), { expense_id: 3 }, ["expense_id"]],
    [stored(), { beneficiary: "س", beneficiary_type: "other" }, ["beneficiary"]],
    [ofInvoice, { agent_invoice_id: 7, amount: "5" }, ["agent_invoice_id", "amount"]],
    [ofContract, { contract_id: null }, ["contract_id"]],
  ])("a cancellation of %o by %o would change %o", (row, sent, fields) => {
    const terms = change(row, sent) as ReturnType<typeof changedTerms>;
    expect(changedFields(row, terms)).toEqual(fields);
  });
});

test.each<[type: string, sent: Values, refusal: Record<string, string> | undefined]>([
  ["agent", { agent_invoice_id: 1 }, undefined],
  ["agent", { purchase_invoice_id: 1 }, { purchase_invoice_id: "الفاتورة لا تخص هذا المستفيد" }],
  ["supplier", { agent_invoice_id: 1 }, { agent_invoice_id: "الفاتورة لا تخص هذا المستفيد" }],
  ["expense", { agent_invoice_id: 1 }, { agent_invoice_id: "الفاتورة لا تخص هذا المستفيد" }],
  ["customer", { contract_id: 1 }, undefined],
  ["other", { contract_id: 1 }, { contract_id: "يرد من العقد إلى العملاء وحدهم" }],
  ["expense", { campaign_id: 1 }, undefined],
  ["other", { campaign_id: 1 }, undefined],
  ["supplier", { campaign_id: 1 }, { campaign_id: "تُنسب فاتورته" }],
  ["customer", { campaign_id: 1 }, { campaign_id: "تُنسب إلى الحملة" }],
])("a payment to a %s that names %o", (beneficiary_type, sent, refusal) => {
  const terms = stored({ beneficiary_type });
  const answer = answerOf(() => {
    refuseOtherSettled(sent as PaymentInput, terms);
    refuseCampaign(sent as Partial<PaymentInput>, terms);
  });
  expect(answer).toEqual(refusal && sentences(refusal));
});

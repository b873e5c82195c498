import { describe, expect, test } from "vitest";
import type { FieldErrors } from "~/domain/domain-error";
import { book, type Contract, noCheque } from "~/features/financial/receipts/booking.server";
import type { ReceiptRow, ReceiptUpdate } from "~/features/financial/receipts/receipts.server";
import { askedRate, changedTerms, compare } from "~/features/financial/receipts/writes.server";
import type { LockedAccount } from "~/features/money/ledger.server";
import type { Currencies, RateInput } from "~/features/money/rates.server";
import { answerOf, sentences } from "../support/rules";

const rates = {
  USD: "1",
  SAR: "0.26666666666666666667",
  YER: "0.0018674136321195",
  KWD: "3.2508",
  LBP: "0.0000111731843575418994",
  AED: "3.75",
  EGP: "0.0152",
};
type Code = keyof typeof rates;
const codes = Object.keys(rates) as Code[];
const idOf = (code: Code) => codes.indexOf(code) + 1;
const currencies: Currencies = new Map(
  codes.map((code) => [
    idOf(code),
    { id: idOf(code), name: code, code, exchange_rate: rates[code], is_default: code === "USD" },
  ]),
);

const words = { ...noCheque, payment_reference: null, date: "2026-01-05", description: "دفعة" };
const box = (code: Code, more: Partial<LockedAccount> = {}): LockedAccount => ({
  id: 4,
  kind: "cash_box",
  name: "صندوق",
  currency_id: idOf(code),
  status: "active",
  deleted_at: null,
  balance: "0",
  is_cheques_in_hand: false,
  ...more,
});
const contractIn = (
  code: Code,
  remaining_amount = "100000000000",
  more: Partial<Contract> = {},
): Contract => ({
  id: 8,
  customer_id: 2,
  currency_id: idOf(code),
  remaining_amount,
  status: "active",
  ...more,
});

const payer = {
  payer_type: "customer",
  customer_id: 2,
  agent_id: null,
  supplier_id: null,
  payer: null,
  service_name: null,
  other_service_id: null,
  money_back: false,
  credited_invoice_id: null,
} as const;

interface Case {
  from?: Code;
  amount?: string;
  contract?: Contract;
  contract_id?: number | null;
  rate?: RateInput;
  account?: LockedAccount;
  payment_method?: "cash" | "cheque";
  booked?: ReceiptRow;
}

/** Books a hundred dollars, or what the case has instead. */
function booked({ from = "USD", amount = "100", contract, rate = { rate: undefined }, ...more }: Case) {
  const { contract_id = contract?.id ?? null, payment_method = "cash" } = more;
  const account = "account" in more ? more.account : box("USD");
  const money = { currency_id: idOf(from), amount, payment_method, account_id: 4 };
  const terms = { ...payer, contract_id, ...money, ...words };
  return answerOf(() => book(terms, rate, { currencies, contract, account, booked: more.booked }));
}

describe("the equivalent", () => {
  test.each<[amount: string, Code, Code, agreed: string | undefined, equivalent: string]>([
    ["10.02", "USD", "SAR", undefined, "37.58"], // 37.575
    ["10.02", "USD", "SAR", "3.75", "37.58"],
    ["10.06", "USD", "SAR", undefined, "37.73"], // 37.725
    ["10.06", "USD", "SAR", "3.75", "37.73"],
    ["375", "SAR", "USD", undefined, "100.00"],
    ["100", "KWD", "SAR", undefined, "1219.05"],
    ["100", "KWD", "SAR", "12", "1200.00"],
    ["23.75", "AED", "EGP", undefined, "5859.38"], // 5859.375
    ["90000", "LBP", "YER", undefined, "538.49"], // 538.4885…
    ["0.005", "KWD", "KWD", "5", "0.005"],
    ["900719925474.31", "USD", "YER", "1001", "901620645399784.31"],
  ])("of %s %s in %s at the rate %s is %s", (amount, from, to, agreed, equivalent_amount) => {
    const contract = contractIn(to, "999999999999999.99");
    const equivalent_currency_id = idOf(to);
    expect(booked({ from, amount, contract, rate: { rate: agreed } })).toMatchObject({
      equivalent_amount,
      equivalent_currency_id,
    });
  });

  test.each<[amount: string, Code, Code, remaining: string, equivalent: string | null]>([
    ["100", "USD", "SAR", "375", "375"],
    ["100", "USD", "SAR", "374.99", "374.99"], // a cent is 3.75 halalas
    ["100", "USD", "SAR", "371.25", null],
    ["100.01", "USD", "USD", "100", null],
    ["100", "USD", "USD", "100.01", "100.00"],
    ["18.67", "USD", "YER", "9997.80", "9997.80"], // 18.67 is within a cent of it
  ])(
    "of %s %s, with %s %s left to pay, closes it or exceeds it",
    (amount, from, to, remaining, equivalent) => {
      const answer = booked({ from, amount, contract: contractIn(to, remaining) });
      if (equivalent) expect(answer).toMatchObject({ equivalent_amount: equivalent });
      else expect(answer).toEqual(sentences({ amount: "أكبر من المبلغ المتبقي" }));
    },
  );

  test("without a contract it is in the base currency", () => {
    expect(booked({ from: "SAR", amount: "375" })).toMatchObject({
      equivalent_amount: "100.00",
      equivalent_currency_id: idOf("USD"),
    });
  });
});

describe("a rate counts for its pair of currencies only", () => {
  const contract = contractIn("SAR");
  const shown = (from: Code, to: Code, rate: string, one = from) => ({
    from: idOf(from),
    to: idOf(to),
    one: idOf(one),
    rate,
  });

  test.each<[string, Case, equivalent: string]>([
    [
      "shown for another pair and left alone, it is that of the pair",
      { from: "USD", rate: { rate: "1", shown: shown("SAR", "SAR", "1") } },
      "375.00",
    ],
    [
      "shown for the pair and typed over, it is what was typed",
      { from: "USD", rate: { rate: "3.8", shown: shown("USD", "SAR", "3.75") } },
      "380.00",
    ],
    [
      "taken away, it is the stored one",
      { from: "USD", rate: { rate: null, shown: shown("USD", "SAR", "3.75") } },
      "375.00",
    ],
    [
      "shown with twelve digits, it is the exact one",
      { from: "KWD", rate: { rate: "12.1905", shown: shown("KWD", "SAR", "12.1905") } },
      "1219.05",
    ],
    [
      "typed as the worth of one of the contract's currency, it is the inverse",
      { from: "YER", amount: "53000", rate: { rate: "530", shown: shown("YER", "SAR", "142.8", "SAR") } },
      "100.00",
    ],
    [
      "shown as the worth of one of the contract's currency and left alone, it is the exact one",
      { from: "YER", amount: "535.5", rate: { rate: "142.8", shown: shown("YER", "SAR", "142.8", "SAR") } },
      "3.75",
    ],
    [
      "shown in that direction for another pair and left alone, it is that of the pair",
      { from: "USD", rate: { rate: "142.8", shown: shown("YER", "SAR", "142.8", "SAR") } },
      "375.00",
    ],
  ])("%s", (_, sent, equivalent_amount) => {
    expect(booked({ ...sent, contract })).toMatchObject({ equivalent_amount });
  });

  test("typed for another pair it is refused, with all three currencies", () => {
    const rate = { rate: "3.8", shown: shown("USD", "SAR", "3.75") };
    const { exchange_rate_at_payment } = booked({ from: "KWD", contract, rate }) as FieldErrors;
    for (const word of ["3.8", "من USD إلى SAR", "سعر KWD إلى SAR"])
      expect(exchange_rate_at_payment).toContain(word);
  });

  test("the refusal names the direction in which it was typed, and that in which it is shown", () => {
    const rate = { rate: "143", shown: shown("YER", "SAR", "142.8", "SAR") };
    const { exchange_rate_at_payment } = booked({ from: "LBP", contract, rate }) as FieldErrors;
    for (const word of ["143", "من SAR إلى YER", "سعر SAR إلى LBP"])
      expect(exchange_rate_at_payment).toContain(word);
  });
});

describe("is refused", () => {
  const contract = contractIn("USD");
  test.each<[Case, Record<string, string>]>([
    [{ amount: "1.005" }, { amount: "المبلغ" }],
    [{ from: "KWD", amount: "1.0005" }, { amount: "KWD" }],
    [{ contract_id: 99 }, { contract_id: "العقد غير موجود" }],
    [
      { contract: { ...contract, status: "cancelled", remaining_amount: "0" } },
      { contract_id: "العقد ملغي" },
    ],
    [{ from: "LBP", amount: "0.01", contract }, { amount: "أصغر من أصغر وحدة" }],
    [{ account: undefined }, { cash_box_id: "الصندوق غير موجود" }],
    [{ account: box("USD", { kind: "bank" }) }, { cash_box_id: "الصندوق غير موجود" }],
    [{ account: box("USD", { deleted_at: "2026-01-01" }) }, { cash_box_id: "الصندوق غير موجود" }],
    [{ account: box("USD", { status: "inactive" }) }, { cash_box_id: "الصندوق غير نشط" }],
    [{ payment_method: "cheque" }, { bank_account_id: "الحساب البنكي غير موجود" }],
    [
      { from: "YER", amount: "0.01", contract: contractIn("YER"), account: box("KWD") },
      { amount: "أصغر وحدة في عملة الحساب" },
    ],
  ])("%o", (sent, refusal) => {
    expect(booked(sent)).toEqual(sentences(refusal));
  });
});

/** A receipt of a hundred dollars for a contract in riyals, into box 4, at an agreed rate. */
const row = {
  ...payer,
  contract_id: 8,
  currency_id: idOf("USD"),
  amount: "100.0000",
  payment_method: "cash",
  account_id: 4,
  exchange_rate_at_payment: "3.8",
  equivalent_amount: "380.0000",
  equivalent_currency_id: idOf("SAR"),
  account_amount: "100.0000",
  ...words,
} as ReceiptRow;

describe("a change", () => {
  test.each<[sent: ReceiptUpdate, fields: string[]]>([
    [{}, []],
    [{ description: "بيان", date: "2026-02-01", payment_reference: "7" }, []],
    [{ amount: "100" }, []],
    [{ amount: "101" }, ["amount"]],
    [{ customer_id: 3 }, ["customer_id"]],
    [{ contract_id: 9 }, ["contract_id"]],
    [{ contract_id: null }, ["contract_id"]],
    [{ currency_id: idOf("KWD") }, ["currency_id"]],
    [{ cash_box_id: 5 }, ["cash_box_id"]],
    [{ payment_method: "cheque", bank_account_id: 5 }, ["bank_account_id"]],
    [{ exchange_rate_at_payment: "3.8000" }, []],
    [{ exchange_rate_at_payment: "3" }, ["exchange_rate_at_payment"]],
    [{ amount: "1", customer_id: 3 }, ["amount", "customer_id"]],
    [{ payer_type: "other", payer: "جمعية" }, ["payer_type", "customer_id", "payer"]],
  ])(
    "%o touches the money at %o: a cancellation is refused there, and what was booked stays otherwise",
    (sent, fields) => {
      const isSame = fields.every((field) => /payer|customer/.test(field));
      expect(compare(row, changedTerms(row, sent), sent)).toEqual({
        fields,
        stays: { account: isSame, settlement: isSame },
      });
    },
  );

  test.each<[typed: string, fields: string[]]>([
    ["0.263157894737", []], // 3.8 as the form shows it the other way round
    ["0.27", ["exchange_rate_at_payment"]],
  ])("of the rate to %s, told as the worth of one riyal, touches the money at %o", (typed, fields) => {
    const rate_shown = `${idOf("USD")}-${idOf("SAR")}-0.263157894737-${idOf("SAR")}`;
    const sent = { exchange_rate_at_payment: typed, rate_shown };
    expect(compare(row, changedTerms(row, sent), sent).fields).toEqual(fields);
  });

  test("that takes the rate away is booked anew, and a cancellation may do so", () => {
    const sent = { exchange_rate_at_payment: null };
    expect(compare(row, changedTerms(row, sent), sent)).toEqual({
      fields: [],
      stays: { account: false, settlement: false },
    });
  });

  test("of method needs the account of the new one", () => {
    const answer = answerOf(() => changedTerms(row, { payment_method: "cheque" }));
    expect(Object.keys(answer)).toEqual(["bank_account_id"]);
  });

  test.each<[string, ReceiptUpdate, from: Code, equivalent: string]>([
    ["another amount keeps the agreed rate", { amount: "200" }, "USD", "760.00"],
    [
      "sent back as it was read, it keeps it too",
      { amount: "200", exchange_rate_at_payment: "3.8" },
      "USD",
      "760.00",
    ],
    ["an emptied rate is the stored one", { amount: "200", exchange_rate_at_payment: null }, "USD", "750.00"],
    ["another pair has its own", { currency_id: idOf("KWD"), amount: "200" }, "KWD", "2438.10"],
    [
      "a rate sent with another pair is for that one",
      { currency_id: idOf("KWD"), amount: "200", exchange_rate_at_payment: "3.8" },
      "KWD",
      "760.00",
    ],
  ])("%s", (_, sent, from, equivalent_amount) => {
    const { amount } = changedTerms(row, sent);
    const rate = askedRate(sent, row);
    const contract = contractIn("SAR");
    expect(booked({ from, amount, contract, rate, booked: row })).toMatchObject({ equivalent_amount });
  });
});

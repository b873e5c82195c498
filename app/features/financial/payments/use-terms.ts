import { useState } from "react";
import type { Currency } from "~/features/currencies/currency";
import type { Payable } from "~/features/invoices/settlement.server";
import { exactRate } from "~/features/money/divide";
import { isSame, saidRate, shownEquivalent, storedRate } from "~/features/money/rate";
import { answerOf } from "~/ui/page/post";
import { showFlash } from "~/ui/page/toast";
import type { BeneficiaryType, PayingMethod, Payment } from "./payment";
import { type Settleable, settleable } from "./settleable";

export const firstFields = [
  "beneficiary_type",
  "agent_id",
  "supplier_id",
  "expense_id",
  "agent_invoice_id",
  "purchase_invoice_id",
  "contract_id",
  "currency_id",
  "amount",
  "payment_method",
] as const;
type FirstValues = Partial<Record<(typeof firstFields)[number], string>>;

/** By type of beneficiary who is chosen from a list: the field that names the beneficiary. */
const fieldsOf = { agent: "agent_id", supplier: "supplier_id", expense: "expense_id" } as const;

/** By type of beneficiary: the field of what the voucher may settle. */
const settledFields = {
  agent: "agent_invoice_id",
  supplier: "purchase_invoice_id",
  customer: "contract_id",
} as const;

const payablePath = "/api/payment-vouchers/payable-invoices";

const isListed = (type: string): type is keyof typeof fieldsOf => Object.hasOwn(fieldsOf, type);
const settles = (type: string): type is keyof typeof settledFields => Object.hasOwn(settledFields, type);

/**
 * The values that the form shows of beneficiary, invoice or contract, amount and account. The first render, with or without JavaScript, shows
 * the server's values; later ones follow the user's input. A new type of beneficiary clears the other references, a new
 * method the account (spec §4).
 */
export function useTerms({
  firstValues,
  payment,
  currencies,
  firstChoices,
}: {
  firstValues: FirstValues;
  payment: Payment | null;
  currencies: Currency[];
  /** What the first beneficiary's voucher may settle. */
  firstChoices: Settleable[];
}) {
  const base = currencies.find(({ is_default }) => is_default) ?? currencies[0];
  const first = readFirstValues(firstValues);
  const [type, setType] = useState(first.type);
  const [isOther, setIsOther] = useState(false); // whether the type differs from the first one
  const [listedId, setListedId] = useState(first.listedId);
  const [choices, setChoices] = useState(firstChoices);
  const [settledId, setSettledId] = useState(first.settledId);
  const [currencyId, setCurrencyId] = useState(firstValues.currency_id ?? String(base?.id ?? ""));
  const [amount, setAmount] = useState(firstValues.amount ?? "");
  const [method, setMethod] = useState((firstValues.payment_method ?? "cash") as PayingMethod);
  const [isOtherMethod, setIsOtherMethod] = useState(false);

  const settled = choices.find(({ id }) => String(id) === settledId);
  const currency = currencies.find(({ id }) => String(id) === currencyId);

  function chooseType(next: BeneficiaryType | "") {
    setType(next);
    setIsOther(true);
    setListedId("");
    setChoices([]);
    setSettledId("");
  }
  async function chooseListed(id: string) {
    setListedId(id);
    await showChoices<{ invoices: Payable[] }>(
      id && (type === "agent" || type === "supplier") && `${payablePath}?${fieldsOf[type]}=${id}`,
      ({ invoices }) => invoices.map(settleable),
    );
  }
  const chooseCustomer = (customer: { id: number } | null) =>
    showChoices<{ contracts: Settleable[] }>(
      customer && `${payablePath}?customer_id=${customer.id}`,
      ({ contracts }) => contracts,
    );
  /** Reads what a new beneficiary's voucher may settle. */
  async function showChoices<Answer>(
    address: string | false | null,
    choicesOf: (answer: Answer) => Settleable[],
  ) {
    setChoices([]);
    setSettledId("");
    if (!address) return;
    const answer = await answerOf<Answer>(address);
    if (!answer) return showFlash({ kind: "error", text: "فشل في جلب البيانات" });
    setChoices(choicesOf(answer));
  }
  const targetOf = ({ code }: Settleable) => currencies.find((one) => one.code === code);
  /** What is left to settle, converted into a currency. */
  function allOf(one: Settleable, { id, exchange_rate, decimals }: Currency) {
    const own = { id, exchange_rate };
    const rate = storedRate(targetOf(one) ?? own, own);
    return shownEquivalent(String(one.remaining), rate, decimals)?.toFixed(decimals) ?? "";
  }
  /** A typed amount stays. An amount that was filled in follows the chosen invoice or contract, and the currency. */
  const isTyped = amount !== "" && !(settled && currency && amount === allOf(settled, currency));
  function chooseSettled(id: string) {
    const next = choices.find((one) => String(one.id) === id);
    const target = next && targetOf(next);
    setSettledId(id);
    if (!target || isTyped) return;
    setAmount(allOf(next, target)); // most are paid in their own currency
    setCurrencyId(String(target.id));
  }
  function chooseCurrency(id: string) {
    const next = currencies.find((one) => String(one.id) === id);
    setCurrencyId(id);
    if (settled && next && !isTyped) setAmount(allOf(settled, next));
  }
  function chooseMethod(next: PayingMethod) {
    setMethod(next);
    setIsOtherMethod(true);
  }

  const target = settled && targetOf(settled);
  return {
    type,
    isOther,
    listed: isListed(type) ? { field: fieldsOf[type], id: listedId } : undefined,
    /** The invoices or contracts to choose from, their field, and the chosen one. */
    settling: settles(type) ? { field: settledFields[type], choices, id: settledId } : undefined,
    currency,
    currencyId,
    amount,
    method,
    isOtherMethod,
    equivalent:
      target && currency && currency.id !== target.id ? worthOf(settled, currency, target) : undefined,
    chooseType,
    chooseListed,
    chooseCustomer,
    chooseSettled,
    chooseMethod,
    chooseCurrency,
    setAmount,
  };

  /** What the amount settles, in its currency: as it was booked if nothing has changed, otherwise at the present rate. */
  function worthOf({ id, remaining }: Settleable, currency: Currency, target: Currency) {
    const booked = payment && (payment.settled_amount ?? payment.refunded_amount);
    const isBooked =
      booked &&
      (payment.agent_invoice_id ?? payment.purchase_invoice_id ?? payment.contract_id) === id &&
      payment.currency_id === currency.id &&
      isSame(amount, payment.amount);
    const exact = isBooked ? exactRate(payment.exchange_rate_at_payment ?? 1) : storedRate(currency, target);
    const rate = saidRate(exact, currency.code, target.code);
    const worth = isBooked ? booked : shownEquivalent(amount, exact, target.decimals);
    const unit = exact.valueOf() / 10 ** currency.decimals;
    return { target, rate, worth, isTooMuch: worth !== null && worth - remaining >= unit };
  }
}

function readFirstValues(firstValues: FirstValues) {
  const type = (firstValues.beneficiary_type ?? "") as BeneficiaryType | "";
  return {
    type,
    listedId: (isListed(type) && firstValues[fieldsOf[type]]) || "",
    settledId: (settles(type) && firstValues[settledFields[type]]) || "",
  };
}

import { useState } from "react";
import type { Currency } from "~/features/currencies/currency";
import { riyal } from "~/features/invoices/invoice";
import type { Payable } from "~/features/invoices/settlement.server";
import { decimalOf, exactRate } from "~/features/money/divide";
import { isSame, shownEquivalent, shownRate, storedRate } from "~/features/money/rate";
import { useEarlyInput } from "~/ui/dialog/hydration";
import { showFlash } from "~/ui/page/toast";
import type { BeneficiaryType, PayingMethod, Payment } from "./payment";

export const firstFields = [
  "beneficiary_type",
  "agent_id",
  "supplier_id",
  "expense_id",
  "agent_invoice_id",
  "purchase_invoice_id",
  "currency_id",
  "amount",
  "payment_method",
] as const;
type FirstValues = Partial<Record<(typeof firstFields)[number], string>>;

/** By type of beneficiary: the field that names the beneficiary, and the field of the invoice. */
const fieldsOf = {
  agent: { beneficiary: "agent_id", invoice: "agent_invoice_id" },
  supplier: { beneficiary: "supplier_id", invoice: "purchase_invoice_id" },
  expense: { beneficiary: "expense_id", invoice: undefined },
} as const;

const isListed = (type: string): type is keyof typeof fieldsOf => Object.hasOwn(fieldsOf, type);

/**
 * The values that the form shows of beneficiary, invoice, amount and account. The first render, with or without JavaScript, shows
 * the server's values; later ones follow the user's input. A new type of beneficiary clears the other references, a new
 * method the account (spec §4).
 */
export function useTerms(
  formId: string,
  {
    firstValues,
    payment,
    currencies,
    firstInvoices,
  }: { firstValues: FirstValues; payment: Payment | null; currencies: Currency[]; firstInvoices: Payable[] },
) {
  const base = currencies.find(({ is_default }) => is_default) ?? currencies[0];
  const sar = currencies.find(({ code }) => code === riyal.code);
  const first = readFirstValues(firstValues);
  const [type, setType] = useState(first.type);
  const [isOther, setIsOther] = useState(false); // whether the type differs from the first one
  const [listedId, setListedId] = useState(first.listedId);
  const [invoices, setInvoices] = useState(firstInvoices);
  const [invoiceId, setInvoiceId] = useState(first.invoiceId);
  const [currencyId, setCurrencyId] = useState(firstValues.currency_id ?? String(base?.id ?? ""));
  const [amount, setAmount] = useState(firstValues.amount ?? "");
  const [method, setMethod] = useState((firstValues.payment_method ?? "cash") as PayingMethod);
  const [isOtherMethod, setIsOtherMethod] = useState(false);

  const invoice = invoices.find(({ id }) => String(id) === invoiceId);
  const currency = currencies.find(({ id }) => String(id) === currencyId);

  useEarlyInput(formId, (early) => {
    const typed = readFirstValues(early as FirstValues);
    if (typed.type !== type) chooseType(typed.type);
    else if (typed.listedId !== listedId) chooseListed(typed.listedId);
    else setInvoiceId(typed.invoiceId);
    setCurrencyId(String(early.currency_id ?? ""));
    setAmount(String(early.amount ?? ""));
    if (early.payment_method !== method) chooseMethod(early.payment_method as PayingMethod);
  });

  function chooseType(next: BeneficiaryType | "") {
    setType(next);
    setIsOther(true);
    setListedId("");
    setInvoices([]);
    setInvoiceId("");
  }
  async function chooseListed(id: string) {
    setListedId(id);
    setInvoices([]);
    setInvoiceId("");
    if (!id || (type !== "agent" && type !== "supplier")) return;
    const answer = await fetch(`/api/payment-vouchers/payable-invoices?${fieldsOf[type].beneficiary}=${id}`);
    if (!answer.ok) return showFlash({ kind: "error", text: "فشل في جلب البيانات" });
    setInvoices(((await answer.json()) as { invoices: Payable[] }).invoices);
  }
  /** The rest of an invoice, converted into a currency. */
  function allOf({ remaining }: Payable, { id, exchange_rate, decimals }: Currency) {
    const rate = sar ? storedRate(sar, { id, exchange_rate }) : "1";
    return shownEquivalent(remaining.toFixed(2), rate, decimals)?.toFixed(decimals) ?? "";
  }
  /** A typed amount stays. An amount that was filled in follows the chosen invoice and currency. */
  const isTyped = amount !== "" && !(invoice && currency && amount === allOf(invoice, currency));
  function chooseInvoice(id: string) {
    const next = invoices.find((one) => String(one.id) === id);
    setInvoiceId(id);
    if (!next || !sar || isTyped) return;
    setAmount(allOf(next, sar)); // most invoices are paid in riyals
    setCurrencyId(String(sar.id));
  }
  function chooseCurrency(id: string) {
    const next = currencies.find((one) => String(one.id) === id);
    setCurrencyId(id);
    if (invoice && next && !isTyped) setAmount(allOf(invoice, next));
  }
  function chooseMethod(next: PayingMethod) {
    setMethod(next);
    setIsOtherMethod(true);
  }

  return {
    type,
    isOther,
    listed: isListed(type) ? { field: fieldsOf[type].beneficiary, id: listedId } : undefined,
    /** The invoices to choose from, their field, and the chosen one. */
    settling:
      type === "agent" || type === "supplier"
        ? { field: fieldsOf[type].invoice, invoices, id: invoiceId }
        : undefined,
    currency,
    currencyId,
    amount,
    method,
    isOtherMethod,
    equivalent:
      invoice && currency && sar && currency.id !== sar.id ? worthOf(invoice, currency, sar) : undefined,
    chooseType,
    chooseListed,
    chooseInvoice,
    chooseMethod,
    chooseCurrency,
    setAmount,
  };

  /**
   * The part of the invoice that the amount pays, in riyals: as it was booked if nothing has changed, otherwise at the present
   * rate.
   */
  function worthOf(invoice: Payable, currency: Currency, sar: Currency) {
    const isBooked =
      payment?.settled_amount &&
      (payment.agent_invoice_id ?? payment.purchase_invoice_id) === invoice.id &&
      payment.currency_id === currency.id &&
      isSame(amount, payment.amount);
    const exact = isBooked ? exactRate(payment.exchange_rate_at_payment ?? 1) : storedRate(currency, sar);
    const rate = shownRate(decimalOf(exact));
    const worth = isBooked ? payment.settled_amount : shownEquivalent(amount, exact, 2);
    const unit = Number(rate) / 10 ** currency.decimals;
    return { currency, rate, worth, isTooMuch: worth !== null && worth - invoice.remaining >= unit };
  }
}

function readFirstValues(firstValues: FirstValues) {
  const type = (firstValues.beneficiary_type ?? "") as BeneficiaryType | "";
  const { beneficiary, invoice } = isListed(type) ? fieldsOf[type] : {};
  return {
    type,
    listedId: (beneficiary && firstValues[beneficiary]) ?? "",
    invoiceId: (invoice && firstValues[invoice]) ?? "",
  };
}

import Big from "big.js";
import { useEffect, useState } from "react";
import { type Contract, stands } from "~/features/contracts/contract";
import type { Currency } from "~/features/currencies/currency";
import { exactRate } from "~/features/money/divide";
import { isSame, storedRate } from "~/features/money/rate";
import { useExchange } from "~/features/money/use-exchange";
import type { PaymentMethod } from "~/features/money/voucher";
import { answerOf } from "~/ui/page/post";
import { showFlash } from "~/ui/page/toast";
import type { PayerType, Receipt } from "./receipt";

export const firstFields = [
  "payer_type",
  "customer_id",
  "contract_id",
  "currency_id",
  "amount",
  "payment_method",
  "exchange_rate_at_payment",
  "rate_shown",
] as const;
/** What a search for contracts of others found, and the one that it chose. */
export type Found = { contracts: Contract[]; contract_id?: string; count: number };
type FirstValues = Partial<Record<(typeof firstFields)[number], string>>;

/**
 * The values that the form shows of contract, currencies and amount. The first render, with or without JavaScript, shows the
 * server's values; later ones follow the user's input.
 */
export function useTerms({
  firstValues,
  receipt,
  currencies,
  firstContracts,
  found,
}: {
  firstValues: FirstValues;
  receipt: Receipt | null;
  currencies: Currency[];
  /** The customer's contracts. */
  firstContracts: Contract[];
  found?: Found;
}) {
  const base = currencies.find(({ is_default }) => is_default) ?? currencies[0];
  const [payerType, setPayerType] = useState((firstValues.payer_type || "customer") as PayerType);
  const [customerId, setCustomerId] = useState(Number(firstValues.customer_id) || null);
  const [contracts, setContracts] = useState(firstContracts);
  const [contractId, setContractId] = useState(firstValues.contract_id ?? "");
  const [currencyId, setCurrencyId] = useState(firstValues.currency_id ?? String(base?.id ?? ""));
  const [amount, setAmount] = useState(firstValues.amount ?? "");
  const [method, setMethod] = useState((firstValues.payment_method ?? "cash") as PaymentMethod);

  const contract = contracts.find(({ id }) => String(id) === contractId);
  const currency = currencies.find(({ id }) => String(id) === currencyId);
  // Without a contract the equivalent stays as it was booked, in the base currency of that time, until amount or currency changes.
  const staysBooked =
    receipt?.contract_id === null &&
    !contract &&
    currencyId === String(receipt.currency_id) &&
    isSame(amount, receipt.amount);
  const targetId = contract?.currency_id ?? (staysBooked ? receipt.equivalent_currency.id : base?.id);
  const target = currencies.find(({ id }) => id === targetId);

  const rateNow = currency && target && rateOf(currency, target, receipt);
  const { exchange_rate_at_payment, rate_shown } = firstValues;
  const exchange = useExchange(
    { rate: exchange_rate_at_payment, rate_shown },
    { from: currency, to: target, rateNow, amount },
  );

  const chooseContract = (id: string, from = contracts) => {
    const next = from.find((one) => String(one.id) === id);
    setContractId(id);
    if (next) setCurrencyId(String(next.currency_id)); // most people pay in the currency of their contract
  };
  const chooseCustomer = async (customer: { id: number } | null) => {
    setContracts([]);
    setCustomerId(customer?.id ?? null);
    chooseContract("", []);
    if (!customer) return;
    const address = `/api/contracts?customer_id=${customer.id}&per_page=200`;
    const answer = await answerOf<{ contracts: Contract[] }>(address);
    if (!answer) return showFlash({ kind: "error", text: "فشل في جلب البيانات" });
    const { contracts: theirs } = answer;
    setContracts(theirs.filter((contract) => stands(contract) || contract.id === receipt?.contract_id));
    const only = receipt ? undefined : onlyOwing(theirs);
    if (only) chooseContract(String(only.id), theirs);
  };

  useEffect(() => {
    if (!found) return;
    setContracts(found.contracts);
    if (found.contract_id) chooseContract(found.contract_id, found.contracts);
  }, [found]);

  return {
    payerType,
    setPayerType: (type: PayerType | "") => setPayerType(type || "customer"),
    customerId,
    contracts,
    contract,
    contractId,
    currency,
    currencyId,
    method,
    chooseCustomer,
    chooseContract,
    setCurrencyId,
    setAmount,
    setMethod,
    /** If a rate is shown, with whether it stays as it was booked. */
    exchange: exchange && { ...exchange, readOnly: staysBooked && exchange.target.id !== base?.id },
    /** The contract's remaining amount; an edited voucher's own amount counts as unpaid (spec §5). */
    remaining: Big(contract?.remaining_amount ?? 0)
      .plus(receipt && receipt.contract_id === contract?.id ? receipt.equivalent_amount : 0)
      .toFixed(),
  };
}

/** The contract with which a receipt starts: the only one that the customer owes something for. */
export function onlyOwing(contracts: Contract[]) {
  const [first, second] = contracts.filter((one) => stands(one) && one.remaining_amount > 0);
  return second ? undefined : first;
}

/** The agreed rate of an edited voucher for its own pair, otherwise the stored rate. */
function rateOf(currency: Currency, target: Currency, receipt: Receipt | null) {
  return receipt?.currency_id === currency.id && receipt.equivalent_currency.id === target.id
    ? exactRate(receipt.exchange_rate_at_payment)
    : storedRate(currency, target);
}

import { useState } from "react";
import type { ShownCurrency } from "~/domain/money";
import { amountOf, saidRate, storedRate } from "~/features/money/rate";
import { rateBetweenAmounts } from "./rate";

/** An account of a transfer's form. */
export type AccountChoice = {
  id: number;
  name: string;
  balance: number;
  currency_id: number;
  currency: ShownCurrency;
  exchange_rate: number;
};

type Name = "from_account_id" | "to_account_id" | "from_amount" | "to_amount";

const isAmount = (text: string) => /^\d{1,12}(\.\d{1,4})?$/.test(text) && Number(text) > 0;

/** The values that the form shows of accounts and amounts, and the rate between the amounts beside the stored one. */
export function useTerms(
  first: Partial<Record<Name, string>>,
  accounts: { from: AccountChoice[]; to: AccountChoice[] },
) {
  const [values, setValues] = useState<Record<Name, string>>({
    from_account_id: first.from_account_id ?? "",
    to_account_id: first.to_account_id ?? "",
    from_amount: first.from_amount ?? "",
    to_amount: first.to_amount ?? "",
  });
  const from = accounts.from.find(({ id }) => String(id) === values.from_account_id);
  const to = accounts.to.find(({ id }) => String(id) === values.to_account_id);
  const rateOf = () => {
    if (!from || !to || from.currency_id === to.currency_id) return undefined;
    const [left, right] = [amountOf(values.from_amount), amountOf(values.to_amount)];
    const said = (rate: Parameters<typeof saidRate>[0]) =>
      saidRate(rate, from.currency.code, to.currency.code);
    const stored = (one: AccountChoice) => ({ id: one.currency_id, exchange_rate: one.exchange_rate });
    return {
      own: isAmount(left) && isAmount(right) ? said(rateBetweenAmounts(left, right)) : undefined,
      stored: said(storedRate(stored(from), stored(to))),
    };
  };
  return {
    values,
    set: (name: Name) => (event: { target: { value: string } }) =>
      setValues({ ...values, [name]: event.target.value }),
    isOneCurrency: Boolean(from && to && from.currency_id === to.currency_id),
    currencies: { from: from?.currency, to: to?.currency },
    rate: rateOf(),
  };
}

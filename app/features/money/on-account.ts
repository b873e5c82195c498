import { formatMoney, type ShownCurrency } from "~/domain/money";

/** What a party has on account in a currency. */
export type OnAccount = { name: string; amount: number; currency: ShownCurrency & { id: number } };

/** «400.00 USD و30,000.00 YER»; empty where nothing is on account. */
export const onAccountText = (all: OnAccount[]) =>
  all.map(({ amount, currency }) => formatMoney(amount, currency, "code")).join(" و");

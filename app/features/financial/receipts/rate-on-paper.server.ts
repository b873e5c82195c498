import { saidRate } from "~/features/money/rate";
import type { Receipt } from "./receipt";

/** The rate of a receipt in another currency than its equivalent's, as people say it. */
export const rateOf = ({ exchange_rate_at_payment, currency, equivalent_currency }: Receipt) =>
  currency.code === equivalent_currency.code
    ? undefined
    : saidRate(exchange_rate_at_payment, currency.code, equivalent_currency.code);

import { formatAmount } from "~/domain/money";
import { saidRate } from "~/features/money/rate";
import { AtRate } from "~/features/money/rate-text";
import { riyal } from "~/features/money/riyal";
import { type Payment, payment } from "./payment";

/** What a voucher has settled, with its label, and the rate if it was paid in another currency. Undefined if it settles nothing. */
export function settlementOf({
  settled_amount,
  refunded_amount,
  contract_currency,
  currency,
  exchange_rate_at_payment,
}: Payment) {
  const { labels } = payment;
  const [amount, own, label] = contract_currency
    ? [refunded_amount, contract_currency, labels.refunded_amount]
    : [settled_amount, riyal, labels.settled_amount];
  if (amount === null) return undefined;
  const { code, decimals } = own;
  const rate =
    exchange_rate_at_payment !== null && currency !== code
      ? saidRate(exchange_rate_at_payment, currency, code)
      : undefined;
  return { label, text: `${formatAmount(amount, decimals)} ${code}`, rate };
}

/** «1,000.00 SAR بسعر 1 USD = 3.75 SAR» */
export const SettlementText = ({
  of: { text, rate },
}: {
  of: NonNullable<ReturnType<typeof settlementOf>>;
}) => (
  <>
    <span className="money">{text}</span>
    {rate && (
      <>
        {" "}
        <AtRate rate={rate} />
      </>
    )}
  </>
);

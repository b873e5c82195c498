import { formatMoney, type ShownCurrency } from "~/domain/money";

/** An amount in a sentence: it is not broken over two lines and keeps its order from left to right. */
export function Money(props: { amount: number; currency: ShownCurrency }) {
  return <span className="money">{formatMoney(props.amount, props.currency)}</span>;
}

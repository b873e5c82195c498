import { formatMoney, type ShownCurrency } from "~/domain/money";
import { differenceWord } from "../count";

/** «لا فرق»، «عجز 25.00 ر.س» */
export function Difference({ amount, currency }: { amount: number; currency: ShownCurrency }) {
  if (amount === 0) return differenceWord(amount);
  return (
    <span className={amount < 0 ? "font-medium text-red" : "font-medium text-green"}>
      {differenceWord(amount)} <span className="money">{formatMoney(Math.abs(amount), currency)}</span>
    </span>
  );
}

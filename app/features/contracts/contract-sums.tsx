import Big from "big.js";
import { MoneyFact } from "~/ui/page/facts";
import type { Contract } from "./contract";

const names = {
  total_amount: "إجمالي العقود",
  remaining_amount: "المتبقي منها",
  due_amount: "المستحق اليوم",
} as const;
const amountNames = Object.keys(names) as (keyof typeof names)[];

/** What the contracts of a family cost, what is left of it and what is due today, by currency; nothing for a single contract. */
export function ContractSums({
  contracts,
}: {
  contracts: Pick<Contract, "currency" | (typeof amountNames)[number]>[];
}) {
  if (contracts.length < 2) return null;
  const currencies = new Map(contracts.map(({ currency }) => [currency.code, currency]));
  return [...currencies.values()].map((currency) => (
    <dl key={currency.code} className="facts mt-4 grid-cols-2 rounded-md bg-sand p-3 sm:grid-cols-3">
      {amountNames.map((name) => {
        const own = contracts.filter((one) => one.currency.code === currency.code);
        const sum = own.reduce((sum, one) => sum.plus(one[name]), Big(0));
        return (
          <MoneyFact key={name} label={names[name]} amount={sum.toNumber()} currency={currency} by="code" />
        );
      })}
    </dl>
  ));
}

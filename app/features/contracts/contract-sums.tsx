import Big from "big.js";
import { Fragment } from "react";
import { Enumeration } from "~/ui/page/enumeration";
import { MoneyFact } from "~/ui/page/facts";
import { Money } from "~/ui/page/money";
import { PrintLine } from "~/ui/print-sheet";
import { type Contract, familyAddress } from "./contract";

const names = {
  total_amount: "إجمالي العقود",
  remaining_amount: "المتبقي منها",
  due_amount: "المستحق اليوم",
} as const;
const amountNames = Object.keys(names) as (keyof typeof names)[];

type Sums = Pick<Contract, "currency" | (typeof amountNames)[number]>;

/** The sums of contracts of one currency. */
const sumsOf = (contracts: Sums[]) =>
  amountNames.map((name) => ({
    name,
    label: names[name],
    amount: contracts.reduce((sum, one) => sum.plus(one[name]), Big(0)).toNumber(),
  }));

/** The currencies of contracts, each once. */
const currenciesOf = (contracts: Sums[]) => [
  ...new Map(contracts.map(({ currency }) => [currency.code, currency])).values(),
];

/** What the contracts of a family cost, what is left of it and what is due today, by currency; nothing for a single contract. */
export function ContractSums({ contracts }: { contracts: Sums[] }) {
  if (contracts.length < 2) return null;
  return currenciesOf(contracts).map((currency) => (
    <dl key={currency.code} className="facts mt-4 grid-cols-2 rounded-md bg-sand p-3 sm:grid-cols-3">
      {sumsOf(contracts.filter((one) => one.currency.code === currency.code)).map(({ name, ...sum }) => (
        <MoneyFact key={name} {...sum} currency={currency} />
      ))}
    </dl>
  ));
}

/** The sums of a contract's family (`familyOf`), with the way to its contracts; nothing for a single contract. */
export const FamilySums = ({ contracts }: { contracts: Contract[] }) =>
  contracts.length > 1 && (
    <>
      <h3 className="mt-5 font-semibold text-green">
        <a className="underline" href={familyAddress(contracts.map(({ id }) => id))}>
          عقود العائلة ({contracts.length})
        </a>
      </h3>
      <ContractSums contracts={contracts} />
    </>
  );

/** The same on paper, by currency. */
export const FamilyLine = ({ contracts }: { contracts: Contract[] }) =>
  contracts.length > 1 &&
  currenciesOf(contracts).map((currency, place) => (
    <PrintLine key={currency.code} label={place ? "" : "عقود العائلة حتى تاريخ الطباعة"}>
      <Enumeration
        of={sumsOf(contracts.filter((one) => one.currency.code === currency.code)).map(
          ({ name, label, amount }) => (
            <Fragment key={name}>
              {label} <Money amount={amount} currency={currency} />
            </Fragment>
          ),
        )}
      />
    </PrintLine>
  ));

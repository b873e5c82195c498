import Big from "big.js";
import { countPhrase } from "~/domain/count-words";
import type { ShownCurrency } from "~/domain/money";
import { type Contract, contract, contractCount } from "~/features/contracts/contract";
import { MoneyFact } from "~/ui/page/facts";
import { Fact } from "~/ui/page/page";
import { differenceText } from "./move";
import type { MoveFigures, MoveLine, Preview } from "./preview.server";

const ofOld = {
  kept: "المدفوع وغير المردود",
  fee: contract.labels.cancellation_fee,
  goes: "ينتقل إلى العقود الجديدة",
  stays: "يبقى مستحقًا رده من العقود القديمة",
} as const;
const oldNames = Object.keys(ofOld) as (keyof typeof ofOld)[];

const sumOf = (lines: MoveFigures[], name: "total" | "difference" | "owes" | keyof typeof ofOld) =>
  lines.reduce((sum, line) => sum.plus(line[name]), Big(0)).toNumber();

const isMoved = (line: MoveLine): line is MoveFigures => line.fault === undefined;

/** The figures of all contracts that would move, those of the old ones by currency; nothing of a single one. */
export function Totals({ preview, contracts }: { preview: Preview; contracts: Contract[] }) {
  const lines = preview.lines.filter(isMoved);
  if (lines.length < 2) return null;
  const currencyOf = ({ id }: MoveFigures) =>
    contracts.find((one) => one.id === id)?.currency as ShownCurrency;
  const currencies = new Map(lines.map((line) => [currencyOf(line).code, currencyOf(line)]));
  return (
    <section aria-label="المجموع">
      <h3 className="mt-4 font-semibold text-green">المجموع: {countPhrase(lines.length, contractCount)}</h3>
      <dl className="facts grid-cols-2 rounded-md bg-sand p-3 sm:grid-cols-3">
        <MoneyFact label="إجمالي العقود الجديدة" amount={sumOf(lines, "total")} currency={preview.currency} />
        <Fact label="فرق السعر">{differenceText(sumOf(lines, "difference"), preview.currency)}</Fact>
        <MoneyFact
          label="يبقى عليهم في العقود الجديدة"
          amount={sumOf(lines, "owes")}
          currency={preview.currency}
        />
        {[...currencies.values()].flatMap((currency) => {
          const own = lines.filter((line) => currencyOf(line).code === currency.code);
          return oldNames.map((name) => (
            <MoneyFact
              key={`${name} ${currency.code}`}
              label={ofOld[name]}
              amount={sumOf(own, name)}
              currency={currency}
            />
          ));
        })}
      </dl>
    </section>
  );
}

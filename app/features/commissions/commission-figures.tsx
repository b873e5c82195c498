import { riyal } from "~/features/money/riyal";
import { MoneyFact } from "~/ui/page/facts";
import { Money } from "~/ui/page/money";
import { Figures } from "~/ui/page/page";
import { type CommissionSums, commissionLabels, commissionNames, commissionsNow } from "./commission";

/** An agent's sums as tiles. */
export const CommissionFigures = ({ sums }: { sums: CommissionSums }) => (
  <Figures
    figures={commissionNames.map((name) => ({
      label: commissionLabels[name],
      value: <Money amount={sums[name]} currency={riyal} />,
    }))}
  />
);

/** An agent's sums on paper. */
export const CommissionFacts = ({ sums }: { sums: CommissionSums }) => (
  <section className="mt-5">
    <h2 className="mb-2 font-semibold">{commissionsNow}</h2>
    <dl className="facts grid-cols-4">
      {commissionNames.map((name) => (
        <MoneyFact key={name} label={commissionLabels[name]} amount={sums[name]} currency={riyal} />
      ))}
    </dl>
  </section>
);

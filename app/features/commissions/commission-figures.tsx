import { riyal } from "~/features/money/riyal";
import { Money } from "~/ui/page/money";
import { Figures } from "~/ui/page/page";
import { type CommissionSums, commissionLabels, commissionNames } from "./commission";

/** An agent's sums as tiles. */
export const CommissionFigures = ({ sums }: { sums: CommissionSums }) => (
  <Figures
    figures={commissionNames.map((name) => ({
      label: commissionLabels[name],
      value: <Money amount={sums[name]} currency={riyal} />,
    }))}
  />
);

import type { StatementKind } from "~/features/links/statement-link";
import { Money } from "~/ui/page/money";
import { Figures } from "~/ui/page/page";
import { Balance } from "./lines";
import {
  balanceOf,
  type Custody,
  closingLabel,
  custodyLabels,
  openingLabel,
  type Sums,
  statementKinds,
} from "./statement";

/**
 * The figures of a currency: the balance before the period, the sums within it, and the balance at its end. Those of a holder say what
 * became of the money.
 */
export function SumsOf({
  kind,
  sums: { currency, opening, debit, credit, closing, custody },
  from,
  to,
}: {
  kind: StatementKind;
  sums: Sums;
  from?: string;
  to?: string;
}) {
  const { heads } = statementKinds[kind];
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  const within = custody
    ? (Object.keys(custodyLabels) as (keyof Custody)[])
        .filter((name) => name !== "counted" || custody.counted !== 0)
        .map((name) => ({ label: custodyLabels[name], value: money(custody[name]) }))
    : [
        ...(from || heads.credit ? [{ label: heads.debit, value: money(debit) }] : []),
        ...(heads.credit ? [{ label: heads.credit, value: money(credit) }] : []),
      ];
  return (
    <Figures
      figures={[
        ...(from
          ? [
              {
                label: openingLabel(kind),
                value: <Balance kind={kind} balance={opening} currency={currency} />,
              },
            ]
          : []),
        ...within,
        { label: closingLabel(kind, closing, to), value: money(balanceOf(kind, closing).amount) },
      ]}
    />
  );
}

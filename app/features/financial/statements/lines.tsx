import type { Period } from "~/db/list.server";
import { formatAmount, type ShownCurrency } from "~/domain/money";
import type { StatementKind } from "~/features/links/statement-link";
import { Money } from "~/ui/page/money";
import { Sentence } from "~/ui/page/sentence";
import type { Column } from "~/ui/page/table";
import { balanceOf, belowZeroMark, type Line, type Sums, statementKinds } from "./statement";

export const code = (text: string | null | undefined) => <bdi dir="ltr">{text}</bdi>;

/** «من 2026-01-01 إلى 2026-01-31» */
export function PeriodText({ from, to }: Period) {
  return (
    <>
      {from && <>من {code(from)} </>}
      {to && <>إلى {code(to)}</>}
    </>
  );
}

/** What is said of the whole statement: its closing, and the days at whose end the account was below zero. */
export const Remarks = ({ closing, belowZero }: { closing?: string | null; belowZero?: string }) => (
  <>
    {closing && (
      <p className="report-note">
        <Sentence text={closing} />
      </p>
    )}
    {belowZero && (
      <p className="mb-3 text-red">
        <Sentence text={belowZero} />
      </p>
    )}
  </>
);

/** The document that moved the money, with a link to it. */
function Source({ document, number, href, settles, description, paid, entered }: Line) {
  return (
    <span>
      {document} {href ? <a href={href}>{code(number)}</a> : code(number)}
      {settles && (
        <small>
          {settles.what} {code(settles.number)}
        </small>
      )}
      {paid && (
        <small>
          المدفوع <span className="money">{paid.amount}</span> بسعر صرف {code(paid.rate)}
        </small>
      )}
      {entered && <small>قيد في {code(entered)}</small>}
      {description && (
        <small>
          <Sentence text={description} />
        </small>
      )}
    </span>
  );
}

type ShownAmount = {
  currency: ShownCurrency;
  /** Leaves out the currency's symbol, if its code stands above. */
  bare?: boolean;
};

export const Amount = ({ amount, currency, bare }: ShownAmount & { amount: number }) =>
  bare ? <bdi>{formatAmount(amount, currency.decimals)}</bdi> : <Money amount={amount} currency={currency} />;

/** A balance, and the word for its side. */
export function Balance({ kind, balance, ...shown }: ShownAmount & { kind: StatementKind; balance: number }) {
  const { amount, side } = balanceOf(kind, balance);
  return (
    <span>
      <Amount amount={amount} {...shown} /> {side}
    </span>
  );
}

/** The columns of a statement: document and date, then amounts for each currency, below its code if there are several. */
export function columnsOf(kind: StatementKind, sums: Sums[]): Column<Line>[] {
  const { heads } = statementKinds[kind];
  const sets = sums.map(({ currency }) => {
    const bare = sums.length > 1;
    const group = bare ? currency.code : undefined;
    const amounts = (of: "debit" | "credit", label: string): Column<Line> => ({
      label,
      group,
      kind: "n",
      cell: (line) => {
        const amount = line.currency === currency.code ? line[of] : null;
        return amount !== null && <Amount amount={amount} currency={currency} bare={bare} />;
      },
    });
    const balance: Column<Line> = {
      label: heads.balance,
      group,
      kind: "n",
      cell: (line) =>
        line.currency === currency.code && (
          <span className={line.isBelowZero ? "text-red" : undefined}>
            <Balance kind={kind} balance={line.balance} currency={currency} bare={bare} />
            {line.isBelowZero && <small className="text-red">{belowZeroMark}</small>}
          </span>
        ),
    };
    return [amounts("debit", heads.debit), heads.credit ? [amounts("credit", heads.credit)] : [], balance];
  });
  return [
    { label: "التاريخ", kind: "code", cell: ({ date }) => code(date) },
    { label: "البيان", cell: (line) => <Source {...line} /> },
    ...sets.flat(2),
  ];
}

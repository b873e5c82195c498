import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { db } from "~/db/knex.server";
import { rowsOrRefusal } from "~/db/list.server";
import { wordsOf } from "~/domain/entity";
import { dayOf } from "~/domain/hijri";
import { officeToday } from "~/domain/office-day.server";
import { accountKinds, custodyOf, holderSignature } from "~/features/accounts/account";
import { CommissionFacts } from "~/features/commissions/commission-figures";
import { companyHead } from "~/features/company/company.server";
import { OpenInstalments } from "~/features/instalments/open-instalments";
import { statementPath } from "~/features/links/statement-link";
import { DrawnRows, lineOf } from "~/first-page/drawn-rows";
import { screen } from "~/http/screen.server";
import { Fact, RefusedFilter } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { Head, Wide } from "~/ui/page/table";
import { PrintBar, PrintSheet } from "~/ui/print-sheet";
import { printTitle } from "~/ui/print-title";
import { ChequesNote } from "../debts/cheques-note";
import { Amount, Balance, code, columnsOf, PeriodText, Remarks } from "./lines";
import {
  balanceOf,
  closingLabel,
  noMovements,
  noStatement,
  openingLabel,
  paperTitle,
  periodSearch,
  type Sums,
  statementKinds,
} from "./statement";
import { askedOf, chequesInHand, openInstalmentsOf, sharesOf, statementOf } from "./statements.server";
import { SumsOf } from "./sums";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  printTitle(paperTitle(data?.holder ?? {}), data?.holder.name, data?.today.date);

export const loader = screen(["manage_financials"], async ({ user, params, url: { searchParams } }) => {
  const { kind, holder, read } = await statementOf({ user, params });
  const statement = await rowsOrRefusal(async () =>
    read({ ...askedOf(searchParams), perPage: 200, oldestFirst: true }),
  );
  return {
    kind,
    holder,
    today: dayOf(officeToday()),
    company: await companyHead(db),
    shares: await sharesOf(kind, holder.id),
    open: await openInstalmentsOf(kind, holder.id),
    inHand: await chequesInHand(kind, holder.id),
    ...noStatement,
    ...statement,
  };
});

export default function PrintedStatement() {
  const { kind, holder, open, inHand, shares, company, today, refusal, sums, from, to, rows, ...data } =
    useLoaderData<typeof loader>();
  const { closing, belowZero, ...page } = data;
  const { of, heads, signature } = statementKinds[kind];
  const { custody } = holder;
  const columns = columnsOf(kind, sums);
  const several = sums.length > 1;
  const pages = Math.ceil(page.total / page.perPage);
  const isLast = page.page >= pages;
  /** A row of figures, in the columns of each currency. */
  const row = (
    label: string,
    cells: (sums: Sums) => { debit?: ReactNode; credit?: ReactNode; balance?: ReactNode },
  ) => (
    <tr className="sums">
      <th colSpan={2} scope="row">
        {label}
      </th>
      {sums.map((sum) => {
        const { debit, credit, balance } = cells(sum);
        return (
          <Fragment key={sum.currency.code}>
            <td className="n">{debit}</td>
            {heads.credit && <td className="n">{credit}</td>}
            <td className="n">{balance}</td>
          </Fragment>
        );
      })}
    </tr>
  );
  const balance = (amount: number, { currency }: Sums) => (
    <Balance kind={kind} balance={amount} currency={currency} bare={several} />
  );
  const amount = (amount: number, { currency }: Sums) => (
    <Amount amount={amount} currency={currency} bare={several} />
  );
  return (
    <main className={several ? "wide-sheet" : undefined}>
      <PrintBar back={statementPath(kind, holder.id) + periodSearch({ from, to })} after={50} />
      <PrintSheet
        company={company}
        title={paperTitle(holder)}
        number={today}
        about={[holder.name, custody && custodyOf(custody), from && `من ${from}`, to && `إلى ${to}`]
          .filter(Boolean)
          .join(" ")}
        signatures={isLast ? ["توقيع المحاسب", custody ? holderSignature(custody) : signature] : []}
      >
        <dl className="facts mb-4">
          <Fact label={wordsOf(of).one}>
            {holder.name}
            {holder.code && <> · {code(holder.code)}</>}
          </Fact>
          {custody && <Fact label={accountKinds.cash_box.labels.holder}>{custody}</Fact>}
          <Fact label="المدة">{from || to ? <PeriodText from={from} to={to} /> : "كل الحركات"}</Fact>
          {pages > 1 && (
            <Fact label="الصفحة">
              <bdi>{page.page}</bdi> من <bdi>{pages}</bdi>
            </Fact>
          )}
        </dl>
        {custody && sums.map((sum) => <SumsOf key={sum.currency.code} {...{ kind, sums: sum, from, to }} />)}
        <Remarks closing={closing} belowZero={belowZero} />
        {refusal ? (
          <RefusedFilter refusal={refusal} />
        ) : sums.length === 0 ? (
          <p>{noMovements({ from, to })}.</p>
        ) : (
          <Wide label="الحركات">
            <table className="statement">
              <Head columns={columns} />
              <tbody>
                {row(page.page === 1 ? openingLabel(kind) : "مرحل من الصفحة السابقة", (sum) => ({
                  balance: balance(sum.brought, sum),
                }))}
                <DrawnRows rows={rows} instead={lineOf(columns.length)}>
                  {(line) => (
                    <tr>
                      {columns.map(({ label, group, kind, cell }) => (
                        <td key={label + group} className={kind}>
                          {cell({ ...line, href: null })}
                        </td>
                      ))}
                    </tr>
                  )}
                </DrawnRows>
                {isLast &&
                  row("مجموع المدة", (sum) => ({
                    debit: amount(sum.debit, sum),
                    credit: amount(sum.credit, sum),
                  }))}
                {row(isLast ? closingLabel(kind, 0, to) : "مرحل إلى الصفحة التالية", (sum) => ({
                  balance: balance(sum.carried, sum),
                }))}
              </tbody>
            </table>
          </Wide>
        )}
        {isLast &&
          sums.map(({ currency, closing }) => (
            <p key={currency.code} className="mt-3 font-semibold">
              {closingLabel(kind, closing, to)}:{" "}
              <Amount amount={balanceOf(kind, closing).amount} currency={currency} />
            </p>
          ))}
        {!refusal && isLast && shares && <CommissionFacts sums={shares} />}
        {!refusal && isLast && !from && !to && (
          <>
            <ChequesNote all={inHand} />
            <OpenInstalments open={open} onPaper />
          </>
        )}
        <Pagination {...page} />
      </PrintSheet>
    </main>
  );
}

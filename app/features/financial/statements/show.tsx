import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { rowsOrRefusal } from "~/db/list.server";
import { wordsOf } from "~/domain/entity";
import { commissionsNow } from "~/features/commissions/commission";
import { CommissionFigures } from "~/features/commissions/commission-figures";
import { OpenInstalments } from "~/features/instalments/open-instalments";
import { type AllocatingKind, allocationAddress } from "~/features/links/allocation-address";
import { CommissionLink } from "~/features/links/commission-link";
import { statementPath } from "~/features/links/statement-link";
import { screen } from "~/http/screen.server";
import { ExportFoot } from "~/ui/page/export-links";
import { FilterPeriod } from "~/ui/page/filter-bar";
import { GetForm } from "~/ui/page/get-form";
import { AuditLogLink, ButtonLink, useHolds } from "~/ui/page/links";
import { Empty, Page, RefusedFilter } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { type Column, Table } from "~/ui/page/table";
import { ChequesNote, chequesOf } from "../debts/cheques-note";
import { code, columnsOf, PeriodText, Remarks } from "./lines";
import { type Line, noMovements, noStatement, periodSearch, statementKinds, titleOf } from "./statement";
import {
  askedOf,
  chequesInHand,
  hasToAllocate,
  openInstalmentsOf,
  sharesOf,
  statementOf,
} from "./statements.server";
import { SumsOf } from "./sums";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? titleOf(data.kind, data.holder) : "كشف حساب" },
];

export const loader = screen(["manage_financials"], async ({ user, params, url }) => {
  const { kind, holder, read } = await statementOf({ user, params });
  const statement = await rowsOrRefusal(async () => read(askedOf(url.searchParams)));
  const open = await openInstalmentsOf(kind, holder.id);
  const shares = await sharesOf(kind, holder.id);
  const inHand = await chequesInHand(kind, holder.id);
  const isAllocatable = await hasToAllocate(kind, holder.id);
  return {
    kind,
    holder,
    open,
    inHand,
    shares,
    isAllocatable,
    ...noStatement,
    ...statement,
  };
});

const user: Column<Line> = { label: "المستخدم", cell: ({ username }) => <bdi>{username ?? "—"}</bdi> };

export default function ShowStatement() {
  const { kind, holder, open, inHand, shares, isAllocatable, refusal, sums, from, to, rows, total, ...data } =
    useLoaderData<typeof loader>();
  const { page, perPage } = data;
  const { of } = statementKinds[kind];
  const hasUsers = kind === "banks" || kind === "cash-boxes";
  const mayOpenList = useHolds(of.write);
  const title = titleOf(kind, holder);
  return (
    <Page
      title={title}
      lead={
        <>
          {code(holder.code)}
          {holder.code && (from || to) && " · "}
          <PeriodText from={from} to={to} />
        </>
      }
      actions={
        <>
          <ButtonLink href={`${statementPath(kind, holder.id)}/print${periodSearch({ from, to })}`}>
            طباعة
          </ButtonLink>
          {isAllocatable && (
            <ButtonLink href={allocationAddress(kind as AllocatingKind, holder.id)}>تخصيص</ButtonLink>
          )}
          {kind === "agents" && <CommissionLink of={holder.id} button />}
          {mayOpenList && <ButtonLink href={of.path}>{wordsOf(of).many}</ButtonLink>}
          <AuditLogLink of={of} id={holder.id} />
        </>
      }
    >
      <PeriodFilter />
      {sums.map((sum) => (
        <SumsOf key={sum.currency.code} kind={kind} sums={sum} from={from} to={to} />
      ))}
      <Remarks {...data} />
      {!refusal && shares && (
        <>
          <h2 className="mb-2 font-semibold text-green">{commissionsNow}</h2>
          <CommissionFigures sums={shares} />
        </>
      )}
      {refusal ? (
        <RefusedFilter refusal={refusal} />
      ) : total === 0 ? (
        <Empty title={noMovements({ from, to })}>
          <p>{statementKinds[kind].shows}</p>
        </Empty>
      ) : (
        rows.length > 0 && (
          <div className="overflow-x-auto">
            <Table
              caption={title}
              rows={rows}
              columns={[...columnsOf(kind, sums), ...(hasUsers ? [user] : [])]}
            />
          </div>
        )
      )}
      <Pagination page={page} perPage={perPage} total={total} />
      {!refusal && page === 1 && !from && !to && (
        <>
          <ChequesNote all={inHand} href={chequesOf(holder.name)} />
          <OpenInstalments open={open} />
        </>
      )}
      {rows.length > 0 && (
        <ExportFoot path={statementPath(kind, holder.id)} search={periodSearch({ from, to })} />
      )}
    </Page>
  );
}

function PeriodFilter() {
  const { pathname, search, key } = useLocation();
  return (
    <GetForm className="filters" role="search" action={pathname} address={key}>
      <FilterPeriod />
      <button className="button" type="submit">
        عرض
      </button>
      {search && <ButtonLink href={pathname}>كل الحركات</ButtonLink>}
    </GetForm>
  );
}

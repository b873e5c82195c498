import { Form, useLoaderData, useLocation } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { shown } from "~/db/list.server";
import { idParam, screen } from "~/http/screen.server";
import { FilterPeriod } from "~/ui/filter-bar";
import { TrailLink } from "~/ui/links";
import { Money } from "~/ui/money";
import { Empty, Figures, Page, RefusedFilter } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import { Table } from "~/ui/table";
import { accountKinds, kindOf } from "./account";
import { findAccount } from "./accounts.server";
import { countsOf } from "./cash-counts/count";
import { causeLabels, documentLists, type Movement } from "./movement";
import { readStatement } from "./movements.server";

export const meta = () => [{ title: "حركات الحساب" }];

export const loader = screen(["manage_financials"], async ({ params, url }) => {
  const kind = kindOf(params);
  const account = await findAccount(db, kind, idParam(params.id));
  const statement = await shown(() => readStatement(account.id, url.searchParams));
  return { kind, account, figures: null, from: undefined, to: undefined, ...statement };
});

const code = (text: string | null | undefined) => <bdi dir="ltr">{text}</bdi>;

export default function Movements() {
  const { kind, account, refusal, rows, total, page, perPage, figures, from, to } =
    useLoaderData<typeof loader>();
  const { path, noun } = accountKinds[kind];
  const { currency } = account;
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  return (
    <Page
      title={`حركات «${account.name}»`}
      lead={
        <>
          {code(account.account_number)} {from && <>من {code(from)} </>}
          {to && <>إلى {code(to)}</>}
        </>
      }
      actions={
        <>
          <button className="button scripted" type="button" onClick={() => window.print()}>
            طباعة
          </button>
          <a className="button" href={path}>
            {noun.many}
          </a>
          <TrailLink of={accountKinds[kind]} id={account.id} />
        </>
      }
    >
      <PeriodFilter />
      {figures && (
        <Figures
          figures={[
            ...(from ? [{ label: "الرصيد أول المدة", value: money(figures.opening) }] : []),
            { label: "الوارد", value: money(figures.incoming) },
            { label: "الصادر", value: money(figures.outgoing) },
            { label: to ? "الرصيد آخر المدة" : "الرصيد الحالي", value: money(figures.closing) },
          ]}
        />
      )}
      {refusal ? (
        <RefusedFilter refusal={refusal} />
      ) : total === 0 ? (
        <Empty title={from || to ? "لا توجد حركات في هذه المدة" : "لا توجد حركات بعد"}>
          <p>تظهر هنا كل حركة تغير رصيد الحساب: السندات والتسويات.</p>
        </Empty>
      ) : (
        <Table
          caption={`حركات «${account.name}»`}
          rows={rows}
          columns={[
            { label: "التاريخ", kind: "code", cell: ({ at }) => code(at) },
            { label: "البيان", cell: (movement) => <Source {...movement} account={account.id} /> },
            { label: "وارد", kind: "n", cell: ({ amount }) => amount > 0 && money(amount) },
            { label: "صادر", kind: "n", cell: ({ amount }) => amount < 0 && money(-amount) },
            { label: "الرصيد بعدها", kind: "n", cell: ({ balance_after }) => money(balance_after) },
            { label: "المستخدم", cell: ({ username }) => <bdi>{username ?? "—"}</bdi> },
          ]}
        />
      )}
      <Pagination page={page} perPage={perPage} total={total} />
    </Page>
  );
}

/** What moved the money, and the way to its voucher or cash count. */
function Source({ cause, document_number, account }: Movement & { account: number }) {
  const list = cause === "adjustment" ? countsOf(account).path : documentLists[cause];
  const number = code(document_number);
  return (
    <span>
      {causeLabels[cause]}{" "}
      {document_number &&
        (list ? <a href={`${list}?search=${encodeURIComponent(document_number)}`}>{number}</a> : number)}
    </span>
  );
}

function PeriodFilter() {
  const { pathname, search, key } = useLocation();
  return (
    <Form className="filters" role="search" action={pathname} key={key}>
      <FilterPeriod />
      <button className="button" type="submit">
        عرض
      </button>
      {search && (
        <a className="button" href={pathname}>
          كل الحركات
        </a>
      )}
    </Form>
  );
}

import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { searchOf, shown } from "~/db/list.server";
import { activityLabels, statusTones } from "~/features/status";
import { screen } from "~/http/screen.server";
import { FilterBar, FilterSelect } from "~/ui/filter-bar";
import { Money } from "~/ui/money";
import { Badge, EmptyList, Figures, useListSearch } from "~/ui/page";
import { type Column, DeleteLink, Table } from "~/ui/table";
import { type Account, type AccountKind, accountKinds, kindOf, accountLabels as labels } from "./account";
import { listAccounts, worthOfAccounts } from "./accounts.server";
import { AccountsPage } from "./accounts-page";

export const meta = ({ data }: { data?: { kind: AccountKind } }) => [
  { title: data ? `${accountKinds[data.kind].plural} · الحسابات المالية` : "الحسابات المالية" },
];

export const loader = screen(["manage_financials"], async ({ params, url: { searchParams } }) => {
  const kind = kindOf(params);
  const [{ rows, refusal }, worth] = await Promise.all([
    shown(async () => ({ rows: await listAccounts(db, kind, searchParams) })),
    worthOfAccounts(db, kind),
  ]);
  return {
    kind,
    rows,
    refusal,
    worth,
    search: searchOf(searchParams),
    status: searchParams.get("status") ?? "",
  };
});

/** Where the money lies: what a bank and a cash box each have to show. */
const place: Record<AccountKind, Column<Account>> = {
  bank: { label: labels.account_number, kind: "code", cell: ({ account_number }) => account_number },
  cash_box: { label: labels.location, cell: ({ location }) => location ?? "—" },
};

export default function Accounts() {
  const { kind, refusal, rows, worth, search, status } = useLoaderData<typeof loader>();
  const query = useListSearch();
  const { path, plural, one, indefinite } = accountKinds[kind];
  const filtered = Boolean(search || status);
  return (
    <AccountsPage path={path} add={`إضافة ${indefinite}`}>
      {worth && (
        <Figures
          figures={[
            {
              label: `إجمالي أرصدة ${plural}`,
              value: <Money amount={worth.total} currency={worth.currency} />,
            },
            { label: `${plural} النشطة`, value: <bdi>{worth.active}</bdi> },
          ]}
        />
      )}
      <FilterBar
        search={search}
        searchLabel={kind === "bank" ? "بحث بالاسم أو رقم الحساب" : "بحث بالاسم أو الموقع"}
      >
        <FilterSelect name="status" label={labels.status} value={status} choices={activityLabels} />
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyList
          refusal={refusal}
          total={0}
          filtered={filtered}
          noMatch="لا توجد حسابات تطابق البحث"
          none={`لا يوجد ${indefinite} بعد`}
          next={`أضف أول ${indefinite} لتسجل فيه المقبوضات والمدفوعات.`}
        />
      ) : (
        <Table
          caption={plural}
          item={one}
          rows={rows}
          columns={[
            {
              label: labels.name,
              cell: ({ name, account_name }) => (
                <span>
                  {name}
                  {account_name && <small>{account_name}</small>}
                </span>
              ),
            },
            place[kind],
            {
              label: labels.balance,
              kind: "n",
              cell: ({ balance, currency }) => <Money amount={balance} currency={currency} />,
            },
            {
              label: labels.status,
              cell: ({ status }) => <Badge tone={statusTones[status]}>{activityLabels[status]}</Badge>,
            },
          ]}
          actions={({ id }) => (
            <>
              <a href={`${path}/${id}/movements`}>الحركات</a>
              <a href={`${path}/${id}/edit${query}`} data-stay="">
                تعديل
              </a>
              <a href={`${path}/${id}/adjust${query}`} data-stay="">
                تسوية
              </a>
              <DeleteLink href={`${path}/${id}/delete${query}`} by={kind === "bank" ? "toast" : "browser"} />
            </>
          )}
        />
      )}
    </AccountsPage>
  );
}

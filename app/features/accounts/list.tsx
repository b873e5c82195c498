import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { screenPageWith } from "~/db/list.server";
import { AccountsPage } from "~/features/links/accounts-page";
import { StatementLink } from "~/features/links/statement-link";
import { transferAddress } from "~/features/links/transfer-address";
import { listScreen } from "~/http/screen.server";
import { FilterBar, FilterSelect } from "~/ui/page/filter-bar";
import { DeleteLink, EditLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Money } from "~/ui/page/money";
import { Figures, useListSearch } from "~/ui/page/page";
import { StatusBadge } from "~/ui/page/status-badge";
import type { Column } from "~/ui/page/table";
import { type Account, type AccountKind, accountKinds, chequesInHand, custodyOf, kindOf } from "./account";
import { accounts, worthOfAccounts } from "./accounts.server";
import { countsOf } from "./count";

const { labels } = accountKinds.bank;

export const meta = ({ data }: { data?: { kind: AccountKind } }) => [
  { title: data ? `${accountKinds[data.kind].noun.many} · الحسابات المالية` : "الحسابات المالية" },
];

export const loader = listScreen(["manage_financials"], async ({ params, url: { searchParams } }) => {
  const kind = kindOf(params);
  const { figures: worth, ...page } = await screenPageWith(
    accounts[kind].list,
    searchParams,
    async (accounts: Promise<Account[]>) => worthOfAccounts(db, await accounts),
  );
  return { kind, worth, ...page };
});

/** Where the money lies: the column that differs between banks and cash boxes. */
const place: Record<AccountKind, Column<Account>> = {
  bank: { label: labels.account_number, kind: "code long", cell: ({ account_number }) => account_number },
  cash_box: { label: labels.location, cell: ({ location }) => location ?? "—" },
};

const columnsOf = (kind: AccountKind): Column<Account>[] => [
  {
    label: labels.name,
    cell: ({ name, account_name, holder, is_cheques_in_hand }) => (
      <span>
        {name} {is_cheques_in_hand && <span className="badge gold">{chequesInHand}</span>}
        {account_name && <small className="one-line">{account_name}</small>}
        {holder && <small>{custodyOf(holder)}</small>}
      </span>
    ),
  },
  place[kind],
  {
    label: labels.balance,
    kind: "n",
    cell: ({ balance, currency }) => <Money amount={balance} currency={currency} />,
  },
  { label: labels.status, cell: ({ status }) => <StatusBadge status={status} /> },
];

export default function Accounts() {
  const { kind, worth, ...page } = useLoaderData<typeof loader>();
  const query = useListSearch();
  const entity = accountKinds[kind];
  const { path, noun } = entity;
  return (
    <AccountsPage of={entity}>
      {worth && (
        <Figures
          figures={[
            {
              label: `إجمالي أرصدة ${noun.many}`,
              value: <Money amount={worth.total} currency={worth.currency} />,
            },
            { label: `${noun.many} النشطة`, value: <bdi>{worth.active}</bdi> },
          ]}
        />
      )}
      <FilterBar
        searchLabel={kind === "bank" ? "بحث بالاسم أو رقم الحساب" : "بحث بالاسم أو الموقع أو صاحب العهدة"}
        of={accountKinds.bank}
        by={["status"]}
      >
        {kind === "cash_box" && (
          <>
            <FilterSelect
              name="uncounted"
              label="الجرد"
              choices={{ true: "لم يجرد منذ أمس", false: "جرد منذ أمس" }}
            />
            <FilterSelect
              name="has_holder"
              label="العهدة"
              choices={{ true: "العهد", false: "صناديق بلا عهدة" }}
            />
          </>
        )}
      </FilterBar>
      <ListTable
        of={entity}
        page={page}
        columns={columnsOf(kind)}
        actions={({ id, status, is_cheques_in_hand }) => (
          <>
            {kind === "cash_box" && <a href={countsOf(id).path}>جرد</a>}
            <StatementLink of={kind === "bank" ? "banks" : "cash-boxes"} id={id} />
            {status === "active" && !is_cheques_in_hand && <a href={transferAddress(id)}>تحويل</a>}
            <EditLink to={entity} id={id} />
            {!is_cheques_in_hand && (
              <a href={`${path}/${id}/adjust${query}`} data-stay="">
                تسوية
              </a>
            )}
            <DeleteLink to={entity} id={id} by={kind === "bank" ? "toast" : "browser"} />
          </>
        )}
      >
        {`أضف أول ${noun.a} لتسجل فيه المقبوضات والمدفوعات.`}
      </ListTable>
    </AccountsPage>
  );
}

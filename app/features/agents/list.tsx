import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { drawRows } from "~/db/drawing.server";
import { db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import { mayRemove } from "~/domain/entity";
import { formatAmount } from "~/domain/money";
import { nouns } from "~/domain/nouns";
import { holdsAny } from "~/domain/permissions";
import { type CommissionSums, commissionLabels } from "~/features/commissions/commission";
import { commissionSums } from "~/features/commissions/commissions.server";
import { CommissionLink } from "~/features/links/commission-link";
import { editWithStatement } from "~/features/links/statement-link";
import { riyal } from "~/features/money/riyal";
import { listScreen } from "~/http/screen.server";
import { fieldColumn } from "~/ui/page/field-columns";
import { FilterBar } from "~/ui/page/filter-bar";
import { ImportAndNew } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Page } from "~/ui/page/page";
import type { Column } from "~/ui/page/table";
import { type Agent, agent, agentTypeLabels } from "./agent";
import { agents } from "./agents.server";

const title = nouns.agents.many;

export const meta = () => [{ title }];

type Row = Agent & { sums?: CommissionSums };

/** What agents have earned is for those who may read invoices. */
export const loader = listScreen([agent.write], async ({ url, user }) => {
  const { rows, ...page } = await screenPage(agents.list, url.searchParams);
  const mayRead = holdsAny(user, ["manage_invoices", "manage_financials"]);
  const ids = rows.map(({ id }) => id);
  const sums = mayRead ? await commissionSums(db, ids) : new Map<number, CommissionSums>();
  return {
    ...page,
    rows: drawRows(rows, (row): Row => ({ ...row, sums: sums.get(row.id) })),
    mayRead,
    mayRemove: mayRemove(agent, user),
  };
});

const columns: Column<Row>[] = [
  fieldColumn(agent, "name"),
  {
    label: "الهاتف والبريد",
    cell: ({ phone, email }) => (
      <span>
        <bdi dir="ltr">{phone}</bdi>
        {email && (
          <small>
            <bdi dir="ltr" className="wraps">
              {email}
            </bdi>
          </small>
        )}
      </span>
    ),
  },
  {
    label: "النوع والنسبة",
    cell: ({ type, commission_rate }) => (
      <span>
        {agentTypeLabels[type]}
        <small>
          <bdi dir="ltr">{commission_rate}%</bdi>
        </small>
      </span>
    ),
  },
];

const amount = (value: number) => formatAmount(value, riyal.decimals);

/** A sum in riyals, and one beside it; empty for agents without contracts. */
const sumColumn = (
  name: "earned" | "invoiced",
  beside: (sums: CommissionSums) => ReactNode,
): Column<Row> => ({
  label: `${commissionLabels[name]} (${riyal.symbol})`,
  kind: "n",
  later: true,
  cell: ({ sums }) =>
    sums && (
      <span>
        {amount(sums[name])}
        {beside(sums)}
      </span>
    ),
});

const commission = [
  sumColumn("earned", ({ due }) => due !== 0 && <small>لم يفوتر {amount(due)}</small>),
  sumColumn("invoiced", ({ paid }) => <small>المسدد {amount(paid)}</small>),
];

export default function Agents() {
  const { mayRemove, mayRead, ...page } = useLoaderData<typeof loader>();
  const edit = editWithStatement(agent, "agents", { mayRemove });
  return (
    <Page title={title} actions={<ImportAndNew of={agent} />}>
      <FilterBar searchLabel="بحث بالاسم أو البريد أو الهاتف" of={agent} by={["type", "is_active"]} />
      <ListTable
        of={agent}
        page={page}
        columns={[...columns, ...(mayRead ? commission : []), fieldColumn(agent, "is_active")]}
        actions={(row) => (
          <>
            {edit(row)}
            <CommissionLink of={row.id} />
          </>
        )}
      >
        أضف من يأتي الوكالة بالمعتمرين والحجاج، بنسبة عمولته.
      </ListTable>
    </Page>
  );
}

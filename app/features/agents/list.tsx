import { useLoaderData } from "@remix-run/react";
import { screenPage } from "~/db/list.server";
import { mayRemove } from "~/domain/entity";
import { nouns } from "~/domain/nouns";
import { editWithStatement } from "~/features/links/statement-link";
import { screen } from "~/http/screen.server";
import { fieldColumn } from "~/ui/page/field-columns";
import { FilterBar } from "~/ui/page/filter-bar";
import { ImportAndNew } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Page } from "~/ui/page/page";
import type { Column } from "~/ui/page/table";
import { type Agent, agent } from "./agent";
import { agents } from "./agents.server";

const { labels } = agent;
const title = nouns.agents.many;

export const meta = () => [{ title }];

export const loader = screen([agent.write], async ({ url, user }) => ({
  ...(await screenPage(agents.list, url.searchParams)),
  mayRemove: mayRemove(agent, user),
}));

const columns: Column<Agent>[] = [
  fieldColumn(agent, "name"),
  fieldColumn(agent, "phone"),
  fieldColumn(agent, "email", { later: true }),
  fieldColumn(agent, "type"),
  { label: labels.commission_rate, kind: "n", later: true, cell: (row) => row.commission_rate },
  fieldColumn(agent, "is_active"),
];

export default function Agents() {
  const { mayRemove, ...page } = useLoaderData<typeof loader>();
  return (
    <Page title={title} actions={<ImportAndNew of={agent} />}>
      <FilterBar searchLabel="بحث بالاسم أو البريد أو الهاتف" of={agent} by={["type", "is_active"]} />
      <ListTable
        of={agent}
        page={page}
        columns={columns}
        actions={editWithStatement(agent, "agents", { mayRemove })}
      >
        أضف من يأتي الوكالة بالمعتمرين والحجاج، بنسبة عمولته.
      </ListTable>
    </Page>
  );
}

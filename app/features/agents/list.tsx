import { useLoaderData } from "@remix-run/react";
import { screenPage } from "~/db/list.server";
import { mayRemove } from "~/domain/entity";
import { nouns } from "~/domain/nouns";
import { StatementLink } from "~/features/links/statement-link";
import { screen } from "~/http/screen.server";
import { FilterBar, FilterSelect } from "~/ui/filter-bar";
import { DeleteLink, EditLink, ImportLink, NewLink } from "~/ui/links";
import { List, Page } from "~/ui/page";
import { activeLabels } from "~/ui/status";
import { ActiveBadge } from "~/ui/status-badge";
import { Table } from "~/ui/table";
import { agent, agentTypeLabels } from "./agent";
import { agents } from "./agents.server";

const { labels } = agent;
const title = nouns.agents.many;

export const meta = () => [{ title }];

export const loader = screen([agent.write], async ({ url, user }) => ({
  ...(await screenPage(agents.list, url.searchParams)),
  mayRemove: mayRemove(agent, user),
}));

export default function Agents() {
  const { mayRemove, ...page } = useLoaderData<typeof loader>();
  return (
    <Page
      title={title}
      actions={
        <>
          <ImportLink to={agent} />
          <NewLink to={agent} />
        </>
      }
    >
      <FilterBar searchLabel="بحث بالاسم أو البريد أو الهاتف">
        <FilterSelect name="type" label={labels.type} choices={agentTypeLabels} />
        <FilterSelect name="is_active" label={labels.is_active} choices={activeLabels} />
      </FilterBar>
      <List of={agent} page={page} next="أضف من يأتي الوكالة بالمعتمرين والحجاج، بنسبة عمولته.">
        <Table
          of={agent}
          rows={page.rows}
          columns={[
            { label: labels.name, cell: ({ name }) => name },
            { label: labels.phone, kind: "code", cell: ({ phone }) => phone },
            { label: labels.email, kind: "code long", later: true, cell: ({ email }) => email ?? "—" },
            { label: labels.type, cell: ({ type }) => agentTypeLabels[type] },
            { label: labels.commission_rate, kind: "n", later: true, cell: (row) => row.commission_rate },
            {
              label: labels.is_active,
              cell: ({ is_active }) => <ActiveBadge active={is_active} />,
            },
          ]}
          actions={({ id }) => (
            <>
              <EditLink to={agent} id={id} />
              <StatementLink of="agents" id={id} />
              {mayRemove && <DeleteLink to={agent} id={id} by="browser" />}
            </>
          )}
        />
      </List>
    </Page>
  );
}

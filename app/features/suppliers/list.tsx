import { useLoaderData } from "@remix-run/react";
import { screenPage } from "~/db/list.server";
import { nouns } from "~/domain/nouns";
import { StatementLink } from "~/features/links/statement-link";
import { screen } from "~/http/screen.server";
import { FilterBar, FilterSelect } from "~/ui/filter-bar";
import { DeleteLink, EditLink, ImportLink, NewLink } from "~/ui/links";
import { List, Page } from "~/ui/page";
import { activeLabels } from "~/ui/status";
import { ActiveBadge } from "~/ui/status-badge";
import { Table } from "~/ui/table";
import { serviceTypeLabels, supplier } from "./supplier";
import { suppliers } from "./suppliers.server";

const { labels } = supplier;

const title = nouns.suppliers.many;

export const meta = () => [{ title }];

export const loader = screen([supplier.write], ({ url }) => screenPage(suppliers.list, url.searchParams));

export default function Suppliers() {
  const page = useLoaderData<typeof loader>();
  return (
    <Page
      title={title}
      actions={
        <>
          <ImportLink to={supplier} />
          <NewLink to={supplier} />
        </>
      }
    >
      <FilterBar searchLabel="بحث بالاسم أو الهاتف أو البريد أو المسؤول">
        <FilterSelect name="service_type" label={labels.service_type} choices={serviceTypeLabels} />
        <FilterSelect name="is_active" label={labels.is_active} choices={activeLabels} />
      </FilterBar>
      <List of={supplier} page={page} next="أضف من تشتري منهم الوكالة: فنادق ونقل وإعاشة وغيرها.">
        <Table
          of={supplier}
          rows={page.rows}
          columns={[
            {
              label: labels.name,
              cell: ({ name, contact_person }) => (
                <span>
                  {name}
                  {contact_person && <small>{contact_person}</small>}
                </span>
              ),
            },
            { label: labels.phone, kind: "code", cell: ({ phone }) => phone },
            { label: labels.email, kind: "code long", later: true, cell: ({ email }) => email ?? "—" },
            {
              label: labels.service_type,
              cell: ({ service_type }) => (service_type ? serviceTypeLabels[service_type] : "—"),
            },
            {
              label: labels.is_active,
              cell: ({ is_active }) => <ActiveBadge active={is_active} />,
            },
          ]}
          actions={({ id }) => (
            <>
              <EditLink to={supplier} id={id} />
              <StatementLink of="suppliers" id={id} />
              <DeleteLink to={supplier} id={id} by="browser" />
            </>
          )}
        />
      </List>
    </Page>
  );
}

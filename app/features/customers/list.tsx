import { useLoaderData } from "@remix-run/react";
import { screenPage } from "~/db/list.server";
import { nationalities } from "~/domain/countries";
import { officeToday } from "~/domain/office-day.server";
import { StatementLink } from "~/features/links/statement-link";
import { screen } from "~/http/screen.server";
import { FilterBar, FilterSelect } from "~/ui/filter-bar";
import { DeleteLink, EditLink, ImportLink, NewLink } from "~/ui/links";
import { Badge, List, Page } from "~/ui/page";
import { activityLabels } from "~/ui/status";
import { StatusBadge } from "~/ui/status-badge";
import { Table } from "~/ui/table";
import { type Customer, customer } from "./customer";
import { customers } from "./customers.server";

const { labels } = customer;
const names = new Map(nationalities);

export const meta = () => [{ title: "العملاء" }];

export const loader = screen([customer.write], async ({ url: { searchParams } }) => {
  const { rows, ...page } = await screenPage(customers.list, searchParams);
  return { ...page, rows: rows.map(drawn), today: officeToday() };
});

/** What the table draws, and no more: it travels twice, as HTML and as data. */
const drawn = (row: Customer) => ({
  id: row.id,
  name: row.name,
  phone: row.phone,
  national_id: row.national_id,
  passport_number: row.passport_number,
  passport_expiry: row.passport_expiry,
  nationality: row.nationality,
  gender: row.gender,
  image_url: row.image_url,
  status: row.status,
});

export default function Customers() {
  const page = useLoaderData<typeof loader>();
  return (
    <Page
      title="العملاء"
      actions={
        <>
          <ImportLink to={customer} />
          <NewLink to={customer} />
        </>
      }
    >
      <FilterBar searchLabel="بحث بالاسم أو رقم الهوية أو الهاتف">
        <FilterSelect name="nationality" label={labels.nationality} choices={nationalities} />
        <FilterSelect name="status" label={labels.status} choices={activityLabels} />
      </FilterBar>
      <List of={customer} page={page} next="أضف أول عميل ليظهر هنا، ثم سجل له عقدًا.">
        <Table
          of={customer}
          rows={page.rows}
          columns={[
            {
              label: labels.name,
              cell: ({ name, image_url }) =>
                image_url ? (
                  <span>
                    <img className="photo" src={image_url} alt="" loading="lazy" width="36" height="36" />
                    {name}
                  </span>
                ) : (
                  name
                ),
            },
            { label: labels.phone, kind: "code", cell: ({ phone }) => phone },
            {
              label: labels.national_id,
              kind: "code",
              later: true,
              cell: ({ national_id }) => national_id ?? "—",
            },
            {
              label: labels.passport_number,
              kind: "code",
              later: true,
              cell: (row) => <Passport {...row} today={page.today} />,
            },
            { label: labels.gender, later: true, cell: ({ gender }) => gender ?? "—" },
            {
              label: labels.status,
              cell: ({ status }) => <StatusBadge status={status} />,
            },
          ]}
          actions={({ id }) => (
            <>
              <EditLink to={customer} id={id} />
              <StatementLink of="customers" id={id} />
              <DeleteLink to={customer} id={id} by="toast" />
            </>
          )}
        />
      </List>
    </Page>
  );
}

/** The number, whether it has expired, and whose passport it is. */
function Passport({
  passport_number,
  passport_expiry,
  nationality,
  today,
}: Pick<Customer, "passport_number" | "passport_expiry" | "nationality"> & { today: string }) {
  return (
    <span>
      {passport_number ?? "—"} {passport_expiry && passport_expiry < today && <Badge tone="bad">منتهٍ</Badge>}
      {nationality && <small>{names.get(nationality) ?? nationality}</small>}
    </span>
  );
}

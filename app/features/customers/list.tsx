import { useLoaderData } from "@remix-run/react";
import { askedByAddress } from "~/db/choices.server";
import { drawRows } from "~/db/drawing.server";
import { screenPage } from "~/db/list.server";
import { nationalities } from "~/domain/countries";
import type { RowOf } from "~/domain/html-only";
import { officeToday } from "~/domain/office-day.server";
import { PersonLink } from "~/features/links/person-link";
import { editWithStatement } from "~/features/links/statement-link";
import { listScreen } from "~/http/screen.server";
import { fieldColumn } from "~/ui/page/field-columns";
import { FilterBar, FilterSelect, FilterText } from "~/ui/page/filter-bar";
import { ImportAndNew } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Badge, Page } from "~/ui/page/page";
import { statusColumn } from "~/ui/page/status-badge";
import { type Column, LatinName, NameCell } from "~/ui/page/table";
import { type Customer, customer, passportFilterLabels } from "./customer";
import { customers } from "./customers.server";
import { nationalityOffer } from "./nationality-offer.server";
import { callFilterLabels } from "./note";

const { labels } = customer;
const names = new Map(nationalities);

export const meta = () => [{ title: "العملاء" }];

export const loader = listScreen([customer.write], async ({ url: { searchParams } }) => {
  const { rows, ...page } = await screenPage(customers.list, searchParams);
  const offers = nationalityOffer(askedByAddress(searchParams));
  return { ...page, rows: drawRows(rows, cardOf), offers, today: officeToday() };
});

/** Only the values that the table shows, which a client navigation fetches as data. */
const cardOf = (row: Customer) => ({
  id: row.id,
  name: row.name,
  name_latin: row.name_latin,
  phone: row.phone,
  national_id: row.national_id,
  passport_number: row.passport_number,
  passport_expiry: row.passport_expiry,
  nationality: row.nationality,
  gender: row.gender,
  image_url: row.image_url,
  status: row.status,
});

const columnsOf = (today: string): Column<RowOf<typeof loader>>[] => [
  {
    label: labels.name,
    cell: ({ id, name, name_latin, image_url }) => (
      <NameCell also={name_latin && <LatinName>{name_latin}</LatinName>}>
        {image_url && <img className="photo" src={image_url} alt="" loading="lazy" width="36" height="36" />}
        <PersonLink id={id}>{name}</PersonLink>
      </NameCell>
    ),
  },
  fieldColumn(customer, "phone"),
  fieldColumn(customer, "national_id", { later: true }),
  {
    label: labels.passport_number,
    kind: "code",
    later: true,
    cell: (row) => <Passport {...row} today={today} />,
  },
  fieldColumn(customer, "gender", { later: true }),
  statusColumn(),
];

export default function Customers() {
  const page = useLoaderData<typeof loader>();
  return (
    <Page title="العملاء" actions={<ImportAndNew of={customer} />}>
      <FilterBar
        searchLabel="بحث بالاسم أو رقم الهوية أو الهاتف"
        of={customer}
        by={[["nationality", page.offers.nationality], "status"]}
      >
        <FilterSelect name="passport_ends" label="الجواز" choices={passportFilterLabels} />
        <FilterSelect name="call" label="الاتصال" choices={callFilterLabels} />
        <FilterText name="note" label="في الملاحظات" />
      </FilterBar>
      <ListTable
        of={customer}
        page={page}
        columns={columnsOf(page.today)}
        actions={editWithStatement(customer, "customers", { by: "toast" })}
      >
        أضف أول عميل ليظهر هنا، ثم سجل له عقدًا.
      </ListTable>
    </Page>
  );
}

/** The passport's number, its expiry, and its holder. */
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

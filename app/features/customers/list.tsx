import { useLoaderData } from "@remix-run/react";
import { readPage, searchOf, shown } from "~/db/list.server";
import { activityLabels, statusTones } from "~/features/status";
import { screen } from "~/http/screen.server";
import { FilterBar, FilterSelect } from "~/ui/filter-bar";
import { Badge, EmptyList, Page, useListSearch } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import { DeleteLink, Table } from "~/ui/table";
import { type Customer, customerLabels as labels } from "./customer";
import { listCustomers } from "./customers.server";

export const meta = () => [{ title: "العملاء" }];

export const loader = screen(["manage_customers"], async ({ url: { searchParams } }) => {
  const { rows, ...page } = await shown(() => readPage(listCustomers(searchParams), searchParams));
  return {
    ...page,
    rows: rows.map(toLine),
    search: searchOf(searchParams),
    status: searchParams.get("status") ?? "",
  };
});

/** What the table draws, and no more: it travels twice, as HTML and as data. */
function toLine({ id, name, image_url, phone, national_id, passport_number, gender, status }: Customer) {
  return { id, name, image_url, phone, national_id, passport_number, gender, status };
}

export default function Customers() {
  const { refusal, rows, total, page, perPage, search, status } = useLoaderData<typeof loader>();
  const query = useListSearch();
  return (
    <Page
      title="العملاء"
      actions={
        <a className="button primary" href={`/customers/new${query}`} data-stay="" data-discover="true">
          إضافة عميل
        </a>
      }
    >
      <FilterBar search={search} searchLabel="بحث بالاسم أو رقم الهوية أو الهاتف">
        <FilterSelect name="status" label={labels.status} value={status} choices={activityLabels} />
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyList
          refusal={refusal}
          total={total}
          filtered={Boolean(search || status)}
          noMatch="لا يوجد عملاء يطابقون البحث"
          none="لا يوجد عملاء بعد"
          next="أضف أول عميل ليظهر هنا، ثم سجل له عقدًا."
        />
      ) : (
        <Table
          caption="العملاء"
          item="العميل"
          rows={rows}
          columns={[
            {
              label: labels.name,
              cell: ({ name, image_url }) =>
                image_url ? (
                  <>
                    <img className="photo" src={image_url} alt="" loading="lazy" width="36" height="36" />
                    {name}
                  </>
                ) : (
                  name
                ),
            },
            { label: labels.phone, kind: "code", cell: ({ phone }) => phone },
            { label: labels.national_id, kind: "code", cell: ({ national_id }) => national_id ?? "—" },
            {
              label: labels.passport_number,
              kind: "code",
              cell: ({ passport_number }) => passport_number ?? "—",
            },
            { label: labels.gender, cell: ({ gender }) => gender ?? "—" },
            {
              label: labels.status,
              cell: ({ status }) => <Badge tone={statusTones[status]}>{activityLabels[status]}</Badge>,
            },
          ]}
          actions={({ id }) => (
            <>
              <a href={`/customers/${id}/edit${query}`} data-stay="">
                تعديل
              </a>
              <DeleteLink href={`/customers/${id}/delete${query}`} by="toast" />
            </>
          )}
        />
      )}
      <Pagination page={page} perPage={perPage} total={total} />
    </Page>
  );
}

import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import { nouns } from "~/domain/nouns";
import { screen } from "~/http/screen.server";
import { FilterBar, FilterPeriod, FilterSelect, FilterText } from "~/ui/filter-bar";
import { DeleteLink, EditLink, NewLink, ShowLink } from "~/ui/links";
import { Badge, Figures, List, Page, useListSearch } from "~/ui/page";
import { Table } from "~/ui/table";
import { visaStats } from "./expiry.server";
import { visa, visaStatuses, visaStatusLabels, visaStatusTones, visaTypeLabels } from "./visa";
import { VisaFileLink } from "./visa-file-link";
import { visas } from "./visas.server";

const { labels } = visa;

const title = nouns.visas.many;

export const meta = () => [{ title }];

export const loader = screen([visa.write], async ({ url: { searchParams } }) => {
  const [{ rows, ...page }, stats] = await Promise.all([screenPage(visas.list, searchParams), visaStats(db)]);
  // What the table does not draw stays here: rows travel twice, as HTML and as data.
  return {
    ...page,
    stats,
    rows: rows.map(({ documents, history, notes, created_at, updated_at, ...row }) => row),
  };
});

export default function Visas() {
  const { stats, ...page } = useLoaderData<typeof loader>();
  const search = useListSearch();
  return (
    <Page
      title={title}
      actions={
        <>
          <a className="button" href={`${visa.path}/apply${search}`} data-stay="">
            طلب تأشيرات لمجموعة
          </a>
          <NewLink to={visa} />
        </>
      }
    >
      <Figures
        figures={[
          { label: "الكل", value: <bdi>{stats.total.toLocaleString("en-US")}</bdi> },
          ...visaStatuses.map((status) => ({
            label: visaStatusLabels[status],
            value: <bdi>{stats[status].toLocaleString("en-US")}</bdi>,
          })),
        ]}
      />
      <FilterBar reset="إعادة تعيين">
        <FilterText name="customer_name" label="اسم العميل" />
        <FilterText name="passport_number" label={labels.passport_number} />
        <FilterSelect name="visa_type" label={labels.visa_type} choices={visaTypeLabels} />
        <FilterSelect name="status" label={labels.status} choices={visaStatusLabels} />
        <FilterPeriod />
      </FilterBar>
      <List of={visa} page={page} next="أضف طلب تأشيرة لعميل، أو اطلب تأشيرات لمجموعة كاملة.">
        <Table
          of={visa}
          rows={page.rows}
          columns={[
            {
              label: labels.customer_id,
              cell: ({ customer_name, group_name }) => (
                <span>
                  {customer_name}
                  {group_name && <small>{group_name}</small>}
                </span>
              ),
            },
            { label: labels.passport_number, kind: "code", cell: ({ passport_number }) => passport_number },
            { label: labels.visa_type, cell: ({ visa_type }) => visaTypeLabels[visa_type] },
            { label: labels.submission_date, kind: "code", cell: ({ submission_date }) => submission_date },
            { label: labels.visa_number, kind: "code", cell: ({ visa_number }) => visa_number ?? "—" },
            {
              label: labels.status,
              cell: ({ status }) => <Badge tone={visaStatusTones[status]}>{visaStatusLabels[status]}</Badge>,
            },
          ]}
          actions={({ id, document_path, customer_name }) => (
            <>
              <ShowLink to={visa} id={id} />
              {document_path && <VisaFileLink path={document_path}>ملف التأشيرة</VisaFileLink>}
              <EditLink to={visa} id={id} />
              <DeleteLink
                to={visa}
                id={id}
                by="browser"
                question={`هل أنت متأكد من حذف تأشيرة «${customer_name}»؟`}
              />
            </>
          )}
        />
      </List>
    </Page>
  );
}

import { useLoaderData } from "@remix-run/react";
import { drawRows } from "~/db/drawing.server";
import { db } from "~/db/knex.server";
import { choiceOf, screenPageWith } from "~/db/list.server";
import { dayOf } from "~/domain/hijri";
import type { RowOf } from "~/domain/html-only";
import { nouns } from "~/domain/nouns";
import { group } from "~/features/groups/group";
import { PersonLink } from "~/features/links/person-link";
import { listScreen } from "~/http/screen.server";
import { DayCell } from "~/ui/page/day";
import { fieldColumn } from "~/ui/page/field-columns";
import { FileLink } from "~/ui/page/file-link";
import {
  FilterBar,
  FilterFields,
  FilterHijri,
  FilterPeriod,
  FilterSelect,
  FilterText,
} from "~/ui/page/filter-bar";
import { DeleteLink, EditLink, ImportLink, NewLink, ShowLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { count, Figures, Page, useListSearch } from "~/ui/page/page";
import { stateColumn } from "~/ui/page/status-badge";
import { type Column, NameCell } from "~/ui/page/table";
import { visaStats, visaStatsOf } from "./expiry.server";
import { countRepeats } from "./numbers.server";
import { visa, visaFilterLabels, visaStates, visaStatuses, visaStatusLabels, visaTypeLabels } from "./visa";
import { visas } from "./visas.server";

const { labels } = visa;

const title = nouns.visas.many;

export const meta = () => [{ title }];

export const loader = listScreen([visa.write], async ({ url: { searchParams } }) => {
  const [{ rows, ...page }, repeats] = await Promise.all([
    screenPageWith(visas.list, searchParams, (list) =>
      list.total === undefined
        ? visaStatsOf(db, list)
        : visaStats(db, choiceOf(searchParams, "status", visaStatuses)),
    ),
    countRepeats(db),
  ]);
  // Only the values that the table shows, which a client navigation fetches as data.
  return {
    ...page,
    repeats,
    rows: drawRows(rows, ({ documents, history, notes, created_at, updated_at, ...row }) => ({
      ...row,
      submitted: dayOf(row.submission_date),
    })),
  };
});

type Row = RowOf<typeof loader>;

const columns: Column<Row>[] = [
  {
    label: labels.customer_id,
    cell: ({ customer_id, customer_name, group_name }) => (
      <NameCell also={group_name}>
        <PersonLink id={customer_id}>{customer_name}</PersonLink>
      </NameCell>
    ),
  },
  fieldColumn(visa, "passport_number"),
  {
    label: labels.submission_date,
    later: true,
    cell: ({ submitted }) => <DayCell {...submitted} />,
  },
  {
    label: "النوع ورقم التأشيرة",
    later: true,
    cell: ({ visa_type, visa_number }) => (
      <span>
        {visaTypeLabels[visa_type]}
        {visa_number && (
          <small>
            <bdi dir="ltr">{visa_number}</bdi>
          </small>
        )}
      </span>
    ),
  },
  stateColumn(labels.status, visaStates),
];

const actions = ({ id, document_path, customer_name }: Row) => (
  <>
    <ShowLink to={visa} id={id} />
    {document_path && <FileLink path={document_path}>ملف التأشيرة</FileLink>}
    <EditLink to={visa} id={id} />
    <DeleteLink to={visa} id={id} by="browser" question={`هل أنت متأكد من حذف تأشيرة «${customer_name}»؟`} />
  </>
);

export default function Visas() {
  const { figures, repeats, ...page } = useLoaderData<typeof loader>();
  const search = useListSearch();
  const params = new URLSearchParams(search);
  const isSearched = params.has("search"); // the search of all records leads here
  const groupId = params.get("group_id");
  return (
    <Page
      title={title}
      actions={
        <>
          <a className="button" href={`${visa.path}/apply${search}`} data-stay="">
            طلب تأشيرات لمجموعة
          </a>
          {groupId && (
            <a className="button" href={`${group.path}/${groupId}/visas`}>
              تأشيرات المجموعة
            </a>
          )}
          <ImportLink to={visa} />
          <NewLink to={visa} />
        </>
      }
    >
      {figures && (
        <Figures
          figures={[
            { label: "الكل", value: count(figures.total) },
            ...visaStatuses.map((status) => ({
              label: visaStatusLabels[status],
              value: count(figures[status]),
            })),
          ]}
        />
      )}
      {repeats > 0 && (
        <p className="notice error">
          تأشيرات رقمها مسجل لتأشيرة أخرى أيضًا: {count(repeats)}.{" "}
          <a className="underline" href={`${visa.path}?number_repeats=true`}>
            راجعها وصحح أرقامها
          </a>
        </p>
      )}
      <FilterBar
        reset="إعادة تعيين"
        searchLabel={isSearched ? "بحث بالعميل أو رقم الجواز أو التأشيرة" : undefined}
      >
        <FilterText name="customer_name" label="اسم العميل" />
        <FilterText name="passport_number" label={labels.passport_number} />
        <FilterFields of={visa} by={["visa_type"]} />
        <FilterSelect name="status" label={labels.status} choices={visaFilterLabels} />
        <FilterPeriod />
        <FilterHijri />
      </FilterBar>
      <ListTable of={visa} page={page} columns={columns} actions={actions}>
        أضف طلب تأشيرة لعميل، أو اطلب تأشيرات لمجموعة كاملة.
      </ListTable>
    </Page>
  );
}

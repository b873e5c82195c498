import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { rowsOrRefusal } from "~/db/list.server";
import { nobody } from "~/domain/actors";
import { countNoun, countPhrase } from "~/domain/count-words";
import { nouns } from "~/domain/nouns";
import { listScreen } from "~/http/screen.server";
import { FilterBar, FilterPeriod, FilterSelect, FilterText } from "~/ui/page/filter-bar";
import { auditLogOf } from "~/ui/page/links";
import { List, Page } from "~/ui/page/page";
import { Sentence } from "~/ui/page/sentence";
import { Table } from "~/ui/page/table";
import { type AuditLogLine, readAuditLog } from "./audit-log.server";
import { auditLogKinds, deedLabels } from "./kinds.server";

const title = nouns.audit_log.many;

export const meta = () => [{ title }];

export const loader = listScreen(["manage_users"], async ({ url, user }) => ({
  isCapped: false,
  ...(await rowsOrRefusal(() => readAuditLog(url.searchParams, user))),
  people: [...(await db("users").orderBy("username").limit(500).pluck("username")), ...Object.values(nobody)],
  deeds: deedLabels,
  kinds: Object.entries(auditLogKinds).map(([table, { a }]): [string, string] => [table, a]),
}));

export default function Trail() {
  const { people, deeds, kinds, ...page } = useLoaderData<typeof loader>();
  return (
    <Page title={title} lead="من فعل ماذا ومتى، كما سجلته قاعدة البيانات. لا يعدل أحد سطرًا ولا يحذفه.">
      <FilterBar>
        <FilterText name="person" label="المستخدم" choices={people} />
        <FilterSelect name="deed" label="العملية" choices={deeds} />
        <FilterSelect name="kind" label="نوع السجل" choices={kinds} />
        <FilterText name="record" label="اسم السجل أو رقمه كاملًا" />
        <FilterPeriod />
      </FilterBar>
      <List of={{ table: "audit_log" }} page={page} next="تظهر هنا كل إضافة وتعديل وحذف وتسجيل دخول.">
        <Table
          caption={title}
          rows={page.rows}
          columns={[
            { label: "الوقت", kind: "code", cell: ({ at }) => <bdi dir="ltr">{at}</bdi> },
            {
              label: "المستخدم",
              cell: ({ username, address }) => (
                <span>
                  <bdi>{username}</bdi>
                  {address && (
                    <small>
                      <bdi dir="ltr">{address}</bdi>
                    </small>
                  )}
                </span>
              ),
            },
            { label: "العملية", cell: ({ deed }) => deed },
            { label: "السجل", cell: (line) => <Record {...line} /> },
            {
              label: "التغييرات",
              cell: ({ changes, isOfList }) => <Changes changes={changes} isOfList={isOfList} />,
            },
          ]}
        />
      </List>
    </Page>
  );
}

/** The record, with a link to its own audit log. */
function Record({ kind, noun, record }: AuditLogLine) {
  return (
    <span>
      <a href={auditLogOf(kind, record.id)}>
        <bdi>
          <Sentence text={record.name} />
        </bdi>
      </a>
      <small>{noun}</small>
    </span>
  );
}

/** The number of changes that are shown at once. The rest, such as those of a new row, opens on a click. */
const mostChanges = 2;

function Changes({ changes, isOfList }: Pick<AuditLogLine, "changes" | "isOfList">) {
  if (!changes.length) return "—";
  const list = (
    <ul className="changes">
      {changes.map((change) => (
        <li key={`${change.label} ${change.gone}`}>
          <Change {...change} />
        </li>
      ))}
    </ul>
  );
  if (isOfList || changes.length <= mostChanges) return list;
  return (
    <details>
      <summary>{countPhrase(changes.length, fields)}</summary>
      {list}
    </details>
  );
}

const fields = countNoun("حقل واحد", "حقلان", "حقول", "حقلًا", "حقل");

function Change({ label, before, after, added, gone }: AuditLogLine["changes"][number]) {
  return (
    <>
      <span>{label}</span> {gone && "أزيل: "}
      {(before ?? gone) && (
        <del>
          <bdi>
            <Sentence text={`${before ?? gone}`} />
          </bdi>
        </del>
      )}
      {before && after && <span aria-hidden="true"> ← </span>}
      {gone && added && "، "}
      {added && "أضيف: "}
      {(after ?? added) && (
        <ins>
          <bdi>
            <Sentence text={`${after ?? added}`} />
          </bdi>
        </ins>
      )}
    </>
  );
}

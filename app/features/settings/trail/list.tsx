import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { shown } from "~/db/list.server";
import { nouns } from "~/domain/nouns";
import { screen } from "~/http/screen.server";
import { FilterBar, FilterPeriod, FilterSelect, FilterText } from "~/ui/filter-bar";
import { trailOf } from "~/ui/links";
import { List, Page } from "~/ui/page";
import { Table } from "~/ui/table";
import { readTrail, type TrailLine } from "./trail.server";

const title = nouns.trail.many;

export const meta = () => [{ title }];

export const loader = screen(["manage_users"], async ({ url }) => ({
  isCapped: false,
  ...(await shown(() => readTrail(url.searchParams))),
  people: await db("users").orderBy("username").limit(500).pluck("username"),
}));

const kinds = Object.entries(nouns)
  .filter(([table]) => table !== "trail")
  .map(([table, { a }]): [string, string] => [table, a]);

export default function Trail() {
  const { people, ...page } = useLoaderData<typeof loader>();
  return (
    <Page title={title} lead="من فعل ماذا ومتى، كما سجلته قاعدة البيانات. لا يعدل أحد سطرًا ولا يحذفه.">
      <FilterBar>
        <FilterText name="person" label="المستخدم" choices={people} />
        <FilterSelect name="kind" label="نوع السجل" choices={kinds} />
        <FilterText name="record" label="رقم السجل أو اسمه" />
        <FilterPeriod />
      </FilterBar>
      <List of={{ table: "trail" }} page={page} next="تظهر هنا كل إضافة وتعديل وحذف وتسجيل دخول.">
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
            { label: "التغييرات", cell: ({ changes }) => <Changes changes={changes} /> },
          ]}
        />
      </List>
    </Page>
  );
}

/** The record, and the way to its own trail. */
function Record({ kind, noun, record }: TrailLine) {
  return (
    <span>
      <a href={trailOf(kind, record.id)}>
        <bdi>{record.name}</bdi>
      </a>
      <small>{noun}</small>
    </span>
  );
}

function Changes({ changes }: Pick<TrailLine, "changes">) {
  if (!changes.length) return "—";
  return (
    <ul className="changes">
      {changes.map(({ label, before, after }) => (
        <li key={label}>
          <span>{label}</span>{" "}
          {before !== "—" && (
            <del>
              <bdi>{before}</bdi>
            </del>
          )}
          {before !== "—" && after !== "—" && " ← "}
          {after !== "—" && (
            <ins>
              <bdi>{after}</bdi>
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}

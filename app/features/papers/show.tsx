import { randomUUID } from "node:crypto";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { choiceOf, readPage, rowsOrRefusal } from "~/db/list.server";
import { countPhrase } from "~/domain/count-words";
import { parse } from "~/domain/input.server";
import type { SessionUser } from "~/domain/permissions";
import { namesOf } from "~/domain/states";
import { customer } from "~/features/customers/customer";
import { papersFolder, paperTypeLabels } from "~/features/customers/paper";
import { checkDates } from "~/features/customers/papers.server";
import { groups } from "~/features/groups/groups.server";
import { PersonName } from "~/features/links/person-link";
import { idParam, screen } from "~/http/screen.server";
import { count, EmptyList } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { Table } from "~/ui/page/table";
import { paperCount, papersOfGroup } from "./group-papers";
import { MatchTable } from "./match-table";
import { factsSchema, planOfPapers, readFacts, savePapers, tryOutPapers } from "./papers.server";
import { FilesField } from "./uploads/files-field";
import { FilesLeft } from "./uploads/files-left";
import { filesOf, readFilesChange } from "./uploads/read.server";
import { uploadAction } from "./uploads/upload-action.server";
import { CarryOut, stayFresh, UploadField, UploadForm, UploadPage } from "./uploads/upload-page";
import { readUpload, sealOf, type UploadKey } from "./uploads/uploads.server";

export const meta = () => [{ title: "أوراق المجموعة" }];

const { labels } = papersOfGroup(0);

const keyOf = (user: SessionUser, groupId: number): UploadKey => ({
  user,
  groupId,
  kind: "papers",
  folder: papersFolder,
});

const perPage = "100";

export const loader = screen([customer.write], async ({ params, url: { searchParams }, user }) => {
  const { id, name, campaign, status } = await groups.find(db, idParam(params.group));
  const upload = await readUpload(db, keyOf(user, id));
  const { members, matches, files } = await tryOutPapers(db, id, upload);
  const page = await rowsOrRefusal(async () => {
    const missing = choiceOf(searchParams, "missing", namesOf(paperTypeLabels));
    const rows = members.filter(({ types }) => !missing || !types.includes(missing));
    return readPage(
      Promise.resolve(rows),
      new URLSearchParams({ page: searchParams.get("page") ?? "", per_page: perPage }),
    );
  });
  return {
    group: { id, name, campaign, status },
    total: members.length,
    lacking: namesOf(paperTypeLabels).map(
      (type) => members.filter(({ types }) => !types.includes(type)).length,
    ),
    matches,
    files,
    seen: sealOf(planOfPapers({ members, matches, files })),
    page,
    idempotencyKey: randomUUID(),
  };
});

export const shouldRevalidate = stayFresh;

/** Adds to what was brought for the group, or saves what matches. */
export const action = uploadAction({
  write: customer.write,
  pathOf: (groupId) => papersOfGroup(groupId).path,
  keyOf,
  async change(form, key) {
    const facts = filesOf(form).length ? parse(factsSchema, Object.fromEntries(form), labels) : {};
    checkDates(facts);
    const { files } = await readUpload(db, key);
    const factsOf = readFacts(form, files);
    return { ...(await readFilesChange(form, papersFolder)), facts, factsOf };
  },
  async carryOut(trx, { groupId }, upload, form, by) {
    const facts = readFacts(form, upload.files);
    const files = upload.files.map((file) => ({ ...file, ...facts.get(file.id) }));
    const seen = String(form.get("seen"));
    const { matches } = await savePapers(trx, groupId, { ...upload, files }, seen, by);
    return { members: [], files: matches.map(({ id }) => id), count: matches.length };
  },
  done: (count) => `حفظت ${countPhrase(count, paperCount)}`,
});

export default function GroupPapers() {
  const {
    group: of,
    total,
    lacking,
    matches,
    files,
    seen,
    page,
    idempotencyKey,
  } = useLoaderData<typeof loader>();
  const { path } = papersOfGroup(of.id);
  return (
    <UploadPage
      title={`أوراق «${of.name}»`}
      of={of}
      figures={[
        { label: "الأعضاء", value: count(total), href: path },
        ...namesOf(paperTypeLabels)
          .filter((type) => type !== "other")
          .map((type, index) => ({
            label: `بلا ${paperTypeLabels[type]}`,
            value: count(lacking[index] ?? 0),
            href: lacking[index] ? `${path}?missing=${type}` : null,
          })),
      ]}
    >
      {matches.length > 0 && (
        <CarryOut
          path={path}
          deed={`حفظ ${countPhrase(matches.length, paperCount)}`}
          hint="كل ما طابق عضوًا يحفظ معًا، أو لا يحفظ شيء. صحّح قبل ذلك نوع كل ورقة وتاريخيها."
          seen={seen}
          idempotencyKey={idempotencyKey}
        >
          <MatchTable matches={matches} />
        </CarryOut>
      )}
      <UploadForm
        path={path}
        title="رفع أوراق"
        save="رفع ومعاينة"
        mayClear={matches.length + files.length > 0}
        fields={
          <>
            <UploadField
              name="type"
              label={labels.type}
              wide
              control={(props) => (
                <select {...props}>
                  {Object.entries(paperTypeLabels).map(([type, label]) => (
                    <option key={type} value={type}>
                      {label}
                    </option>
                  ))}
                </select>
              )}
            />
            {(["issue_date", "expiry_date"] as const).map((name) => (
              <UploadField
                key={name}
                name={name}
                label={`${labels[name]} (لكلها، اختياري)`}
                control={(props) => <input type="date" {...props} />}
              />
            ))}
            <FilesField hint="اخترها معًا، وفي اسم كل ملف رقم جواز صاحبه أو هويته أو تأشيرته." />
          </>
        }
      >
        <FilesLeft files={files} folder={papersFolder} />
      </UploadForm>
      {page.rows.length ? (
        <Table
          titled
          caption="الأعضاء وأوراقهم"
          rows={page.rows}
          columns={[
            {
              label: "العضو",
              cell: ({ id, name, name_latin }) => <PersonName id={id} name={name} name_latin={name_latin} />,
            },
            {
              label: "رقم الجواز",
              kind: "code",
              cell: ({ passport_number }) => passport_number ?? "—",
            },
            ...namesOf(paperTypeLabels).map((type) => ({
              label: paperTypeLabels[type],
              cell: ({ types }: (typeof page.rows)[number]) => (types.includes(type) ? "✓" : "—"),
            })),
          ]}
        />
      ) : (
        <EmptyList
          refusal={page.refusal}
          total={page.total}
          isFiltered={total > 0}
          noMatch="لكل الأعضاء هذه الورقة"
          none="لا أعضاء في المجموعة بعد"
          next="أضف الأعضاء أولًا."
        />
      )}
      <Pagination {...page} />
    </UploadPage>
  );
}

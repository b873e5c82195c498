import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { choiceOf, readPage, rowsOrRefusal } from "~/db/list.server";
import { parse } from "~/domain/input.server";
import type { SessionUser } from "~/domain/permissions";
import { customer } from "~/features/customers/customer";
import { papersFolder, paperTypeLabels } from "~/features/customers/papers/paper";
import { checkDates } from "~/features/customers/papers/papers.server";
import { PersonLink } from "~/features/links/person-link";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusalOf, screen } from "~/http/screen.server";
import { statusOf } from "~/http/status";
import { writeOnce } from "~/http/writes.server";
import { countPhrase } from "~/ui/page/count-words";
import { FileLink } from "~/ui/page/file-link";
import { count, EmptyList, Figures, Page } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { Sentence } from "~/ui/page/sentence";
import { namesOf } from "~/ui/page/states";
import { NameCell, Table } from "~/ui/page/table";
import { FilesField, useManyFiles } from "../group-uploads/files-field";
import { DropFile, FilesLeft } from "../group-uploads/files-left";
import { filesOf, missingFiles, readFilesChange, readUploadForm } from "../group-uploads/read.server";
import {
  changeUpload,
  forget,
  lockUpload,
  readUpload,
  sealOf,
  type UploadKey,
} from "../group-uploads/uploads.server";
import { GroupBadge } from "../groups/group-badge";
import { groups } from "../groups/groups.server";
import { membersOf } from "../members/member";
import { paperCount, papersOfGroup } from "./group-papers";
import { factsSchema, planOfPapers, savePapers, tryOutPapers } from "./papers.server";

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

/** Adds to what was brought for the group, or saves what matches. */
export const action = screen([customer.write], async ({ request, params, url, user }) => {
  const { id } = await groups.find(db, idParam(params.group));
  const key = keyOf(user, id);
  const own = papersOfGroup(id).path + url.search;
  try {
    const form = await readUploadForm(request);
    const seen = form.get("seen");
    if (seen !== null) {
      const once = { user, key: String(form.get("idempotency_key") ?? "") || null };
      const number = await writeOnce(once, { group: id, seen }, async (trx) => {
        const upload = await lockUpload(trx, key);
        const { matches } = await savePapers(trx, id, upload, String(seen), { user });
        await forget(
          trx,
          upload,
          [],
          matches.map((match) => match.id),
        );
        return matches.length;
      });
      return await redirectWithFlash(own, `حفظت ${countPhrase(number, paperCount)}`);
    }
    const facts = filesOf(form).length ? parse(factsSchema, Object.fromEntries(form), labels) : {};
    checkDates(facts);
    const change = await readFilesChange(form, papersFolder);
    await changeUpload(key, { ...change, facts });
    const missing = missingFiles(form);
    if (missing) return await redirectWithFlash(own, missing, "error");
    return await redirectWithFlash(
      own,
      change.clear ? "أفرغت الصفحة مما رفعته" : "حفظ ما رفعته: راجعه أدناه",
    );
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    return data({ refusal: refusal.message }, { status: statusOf(refusal) });
  }
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
  const { search } = useLocation();
  const refusal = useActionData<{ refusal?: string }>()?.refusal;
  const { send, waiting } = useManyFiles();
  return (
    <Page
      title={`أوراق «${of.name}»`}
      lead={
        <>
          {of.campaign} <GroupBadge status={of.status} />
        </>
      }
      actions={
        <a className="button" href={membersOf(of.id).path}>
          الأعضاء
        </a>
      }
    >
      {refusal && (
        <p className="errors" role="alert">
          <Sentence text={refusal} />
        </p>
      )}
      <Figures
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
      />
      {matches.length > 0 && (
        <Form
          key={seen}
          method="post"
          encType="multipart/form-data"
          action={path + search}
          className="sheet-card"
        >
          <h2>{`حفظ ${countPhrase(matches.length, paperCount)}`}</h2>
          <p>كل ما طابق عضوًا يحفظ معًا، أو لا يحفظ شيء.</p>
          <input type="hidden" name="seen" value={seen} />
          <input type="hidden" name="idempotency_key" value={idempotencyKey} />
          <div className="form-actions">
            <button className="button primary" type="submit">
              {`حفظ ${countPhrase(matches.length, paperCount)}`}
            </button>
          </div>
        </Form>
      )}
      <Form
        method="post"
        encType="multipart/form-data"
        action={path + search}
        preventScrollReset
        onSubmit={send}
      >
        <section className="sheet-card">
          <h2>رفع أوراق</h2>
          <div className="fields">
            <div className="field wide">
              <label htmlFor="type">{labels.type}</label>
              <select id="type" name="type">
                {Object.entries(paperTypeLabels).map(([type, label]) => (
                  <option key={type} value={type}>
                    {label}
                  </option>
                ))}
              </select>
            </div>
            {(["issue_date", "expiry_date"] as const).map((name) => (
              <div key={name} className="field">
                <label htmlFor={name}>{`${labels[name]} (لكلها، اختياري)`}</label>
                <input id={name} type="date" name={name} />
              </div>
            ))}
            <FilesField hint="اخترها معًا، وفي اسم كل ملف رقم جواز صاحبه أو هويته أو تأشيرته." />
          </div>
          <div className="form-actions">
            <button className="button primary" type="submit" disabled={waiting > 0}>
              {waiting ? `جاري الرفع، بقي ${waiting}...` : "رفع ومعاينة"}
            </button>
            {matches.length + files.length > 0 && (
              <button className="button" type="submit" name="clear" value="1" formNoValidate>
                إفراغ الصفحة
              </button>
            )}
          </div>
        </section>
        <FilesLeft files={files} folder={papersFolder} />
        {matches.length > 0 && (
          <>
            <h3 className="mt-5 mb-2 font-semibold text-green">ملفات طابقت أعضاء</h3>
            <Table
              caption="ملفات طابقت أعضاء"
              rows={matches}
              columns={[
                {
                  label: "الملف",
                  cell: ({ given_name, file_name }) => (
                    <FileLink path={`/uploads/${papersFolder}/${file_name}`}>
                      <bdi>{given_name}</bdi>
                    </FileLink>
                  ),
                },
                { label: labels.type, cell: ({ type }) => type && paperTypeLabels[type] },
                { label: "العضو", cell: ({ name }) => name },
                { label: "حذفه", cell: ({ id }) => <DropFile id={id} /> },
              ]}
            />
          </>
        )}
      </Form>
      <h3 className="mt-5 mb-2 font-semibold text-green">الأعضاء وأوراقهم</h3>
      {page.rows.length ? (
        <Table
          caption="الأعضاء وأوراقهم"
          rows={page.rows}
          columns={[
            {
              label: "العضو",
              cell: ({ id, name, passport_number }) => (
                <NameCell also={<bdi dir="ltr">{passport_number ?? "لا رقم جواز"}</bdi>}>
                  <PersonLink id={id}>{name}</PersonLink>
                </NameCell>
              ),
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
    </Page>
  );
}

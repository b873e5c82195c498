import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { choiceOf, readPage, rowsOrRefusal } from "~/db/list.server";
import { parse } from "~/domain/input.server";
import type { SessionUser } from "~/domain/permissions";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusalOf, screen, type Visit } from "~/http/screen.server";
import { statusOf } from "~/http/status";
import { writeOnce } from "~/http/writes.server";
import { countPhrase } from "~/ui/page/count-words";
import { count, EmptyList, Figures, Page } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { Sentence } from "~/ui/page/sentence";
import { namesOf } from "~/ui/page/states";
import { FilesField, useManyFiles } from "../group-uploads/files-field";
import { FilesLeft } from "../group-uploads/files-left";
import { missingFiles, readFilesChange, readUploadForm } from "../group-uploads/read.server";
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
import { visa, visaFolder } from "../visas/visa";
import { decideAll, decisionForm, planOf } from "./decide.server";
import { readEntries } from "./entries.server";
import { type Decision, decisions, outcomes, visaCount, visasOf } from "./group-visa";
import { MemberTable } from "./member-table";
import { tryOut } from "./trial.server";

export const meta = () => [{ title: "تأشيرات المجموعة" }];

const decisionOf = (params: URLSearchParams): Decision =>
  params.get("decision") === "rejected" ? "rejected" : "approved";

const keyOf = (user: SessionUser, groupId: number, kind: Decision): UploadKey => ({
  user,
  groupId,
  kind,
  folder: visaFolder,
});

const perPage = "100";

export const loader = screen([visa.write], async ({ params, url: { searchParams }, user }) => {
  const { id, name, campaign, status } = await groups.find(db, idParam(params.group));
  const decision = decisionOf(searchParams);
  const trial = await tryOut(db, id, decision, await readUpload(db, keyOf(user, id, decision)));
  const plan = planOf(trial);
  const place = Object.keys(outcomes);
  const page = await rowsOrRefusal(async () => {
    const outcome = choiceOf(searchParams, "outcome", namesOf(outcomes));
    const rows = trial.verdicts
      .filter((row) => !outcome || row.outcome === outcome)
      .sort((one, other) => place.indexOf(one.outcome) - place.indexOf(other.outcome));
    return readPage(
      Promise.resolve(rows),
      new URLSearchParams({ page: searchParams.get("page") ?? "", per_page: perPage }),
    );
  });
  return {
    group: { id, name, campaign, status },
    decision,
    counts: namesOf(outcomes).map(
      (outcome) => trial.verdicts.filter((row) => row.outcome === outcome).length,
    ),
    total: trial.verdicts.length,
    isEmpty: !trial.verdicts.some(({ outcome }) => outcome === "ready" || outcome === "left"),
    lines: trial.lines,
    files: trial.files,
    ready: plan.length,
    seen: sealOf(plan),
    page,
    idempotencyKey: randomUUID(),
  };
});

/** Adds to what was brought for the group, or decides what matches. */
export const action = screen([visa.write], async (visit) => {
  const { request, params, url, user } = visit;
  const { id } = await groups.find(db, idParam(params.group));
  const key = keyOf(user, id, decisionOf(url.searchParams));
  const own = visasOf(id).path + url.search;
  try {
    const form = await readUploadForm(request);
    if (form.has("seen")) return await decide(visit, key, form, own);
    const { entries } = await readUpload(db, key);
    const [change, texts] = await Promise.all([
      readFilesChange(form, visaFolder),
      readEntries(db, id, key.kind as Decision, form, entries),
    ]);
    await changeUpload(key, change.clear ? change : { ...change, ...texts });
    const missing = missingFiles(form);
    if (missing) return await redirectWithFlash(own, missing, "error");
    return await redirectWithFlash(
      own,
      change.clear ? "أفرغت الصفحة مما رفعته وكتبته" : "حفظ ما رفعته وكتبته: راجعه أدناه",
    );
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    return data({ refusal: refusal.message }, { status: statusOf(refusal) });
  }
});

async function decide({ user }: Visit, key: UploadKey, form: FormData, own: string) {
  const { change_reason } = parse(decisionForm, Object.fromEntries(form), { change_reason: "السبب" });
  const seen = String(form.get("seen"));
  const { groupId } = key;
  const decision = key.kind as Decision;
  const once = { user, key: String(form.get("idempotency_key") ?? "") || null };
  const number = await writeOnce(once, { group: groupId, decision, seen, change_reason }, async (trx) => {
    const upload = await lockUpload(trx, key);
    const { trial, decided } = await decideAll(
      trx,
      groupId,
      decision,
      upload,
      { seen, change_reason },
      { user },
    );
    const ready = trial.verdicts.filter(({ outcome }) => outcome === "ready");
    await forget(
      trx,
      upload,
      ready.map(({ id }) => id),
      ready.flatMap(({ files }) => files.map(({ id }) => id)),
    );
    return decided.length;
  });
  const done = decision === "approved" ? "اعتمدت" : "رفضت";
  return redirectWithFlash(own, `${done} ${countPhrase(number, visaCount)}`);
}

export default function GroupVisas() {
  const loaded = useLoaderData<typeof loader>();
  const { group: of, decision, counts, total, page } = loaded;
  const { path } = visasOf(of.id);
  const { search } = useLocation();
  const refusal = useActionData<{ refusal?: string }>()?.refusal;
  const { send, waiting } = useManyFiles();
  const isApproval = decision === "approved";
  const address = (outcome?: string) => {
    const query = new URLSearchParams({ ...(!isApproval && { decision }), ...(outcome && { outcome }) });
    return query.size ? `${path}?${query}` : path;
  };
  return (
    <Page
      title={`تأشيرات «${of.name}»`}
      lead={
        <>
          {of.campaign} <GroupBadge status={of.status} />
        </>
      }
      actions={
        <>
          <a className="button" href={`${visa.path}/apply?group_id=${of.id}`}>
            طلب تأشيرات للمجموعة
          </a>
          <a className="button" href={membersOf(of.id).path}>
            الأعضاء
          </a>
        </>
      }
    >
      <nav className="tabs" aria-label="القرار">
        {(Object.entries(decisions) as [Decision, string][]).map(([name, label]) => (
          <a
            key={name}
            href={name === "approved" ? path : `${path}?decision=${name}`}
            aria-current={name === decision ? "page" : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {refusal && (
        <p className="errors" role="alert">
          <Sentence text={refusal} />
        </p>
      )}
      <Figures
        figures={[
          { label: "الأعضاء", value: count(total), href: address() },
          ...namesOf(outcomes).map((outcome, index) => ({
            label: outcomes[outcome],
            value: count(counts[index] ?? 0),
            href: counts[index] ? address(outcome) : null,
          })),
        ]}
      />
      <DecideForm key={loaded.seen} {...loaded} search={search} />
      <Form
        method="post"
        encType="multipart/form-data"
        action={path + search}
        preventScrollReset
        onSubmit={send}
      >
        <section className="sheet-card">
          <h2>{isApproval ? "الأرقام والملفات" : "من يرفض طلبه"}</h2>
          <div className="fields">
            <div className="field wide">
              <label htmlFor="numbers">
                {isApproval ? "ألصق من جدول: رقم الجواز ورقم التأشيرة" : "ألصق من جدول: رقم الجواز والسبب"}
              </label>
              <textarea
                id="numbers"
                name="numbers"
                rows={4}
                dir="auto"
                spellCheck={false}
                aria-describedby="numbers-hint"
              />
              <p className="hint" id="numbers-hint">
                {isApproval
                  ? "سطر لكل عضو كما ينسخ من Excel. أو اكتب كل رقم أمام صاحبه في الجدول."
                  : "سطر لكل عضو كما ينسخ من Excel، والسبب اختياري. أو علّم في الجدول."}
              </p>
            </div>
            {isApproval && <FilesField hint="اخترها معًا، وفي اسم كل ملف رقم جواز صاحبه أو رقم تأشيرته." />}
          </div>
          <div className="form-actions">
            <button className="button primary" type="submit" disabled={waiting > 0}>
              {waiting ? `جاري الرفع، بقي ${waiting}...` : "حفظ ومعاينة"}
            </button>
            {!loaded.isEmpty || loaded.files.length || loaded.lines.length ? (
              <button className="button" type="submit" name="clear" value="1" formNoValidate>
                إفراغ الصفحة
              </button>
            ) : null}
          </div>
        </section>
        {loaded.lines.length > 0 && (
          <section className="sheet-card">
            <h2>أسطر لم تطابق أحدًا</h2>
            <ul className="list-disc ps-5">
              {loaded.lines.map(({ text, reason }) => (
                <li key={text}>
                  <bdi>{text}</bdi> — {reason}
                </li>
              ))}
            </ul>
          </section>
        )}
        <FilesLeft files={loaded.files} folder={visaFolder} />
        {page.rows.length ? (
          <>
            <h3 className="mt-5 mb-2 font-semibold text-green">الأعضاء وتأشيراتهم</h3>
            <MemberTable rows={page.rows} decision={decision} />
            <p className="mt-3">
              <button className="button" type="submit" disabled={waiting > 0}>
                حفظ ومعاينة
              </button>
            </p>
          </>
        ) : (
          <EmptyList
            refusal={page.refusal}
            total={page.total}
            isFiltered={total > 0}
            noMatch="لا أعضاء بهذه النتيجة"
            none="لا أعضاء في المجموعة بعد"
            next="أضف الأعضاء أولًا، ثم قدّم طلبات تأشيراتهم."
          />
        )}
      </Form>
      <Pagination {...page} />
    </Page>
  );
}

/** What is done with all that match, in one go. */
function DecideForm({
  group: { id },
  decision,
  ready,
  seen,
  idempotencyKey,
  search,
}: Pick<
  ReturnType<typeof useLoaderData<typeof loader>>,
  "group" | "decision" | "ready" | "seen" | "idempotencyKey"
> & {
  search: string;
}) {
  if (!ready) return null;
  const isApproval = decision === "approved";
  return (
    <Form
      method="post"
      action={visasOf(id).path + search}
      className="sheet-card"
      encType="multipart/form-data"
    >
      <h2>{`${decisions[decision]} ${countPhrase(ready, visaCount)}`}</h2>
      <p className="mb-3">
        {isApproval
          ? "كل من له رقم وملف يعتمد طلبه معًا، أو لا يعتمد شيء."
          : "كل من ذكر أدناه يرفض طلبه معًا، أو لا يرفض شيء."}
      </p>
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="idempotency_key" value={idempotencyKey} />
      <div className="field wide">
        <label htmlFor="change_reason">
          {isApproval ? "ملاحظة في السجل (اختيارية)" : "السبب لمن لا سبب أمامه (اختياري)"}
        </label>
        <input id="change_reason" type="text" name="change_reason" maxLength={500} />
      </div>
      <div className="form-actions">
        <button className={isApproval ? "button primary" : "button danger"} type="submit">
          {`${decisions[decision]} ${countPhrase(ready, visaCount)}`}
        </button>
      </div>
    </Form>
  );
}

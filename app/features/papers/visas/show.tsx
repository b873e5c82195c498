import { randomUUID } from "node:crypto";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { choiceOf, readPage, rowsOrRefusal } from "~/db/list.server";
import { countPhrase } from "~/domain/count-words";
import { parse } from "~/domain/input.server";
import type { SessionUser } from "~/domain/permissions";
import { namesOf } from "~/domain/states";
import { groups } from "~/features/groups/groups.server";
import { visa, visaFolder } from "~/features/visas/visa";
import { idParam, screen } from "~/http/screen.server";
import { count, EmptyList } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { FilesField } from "../uploads/files-field";
import { FilesLeft } from "../uploads/files-left";
import { readFilesChange } from "../uploads/read.server";
import { uploadAction } from "../uploads/upload-action.server";
import { CarryOut, stayFresh, UploadField, UploadForm, UploadPage } from "../uploads/upload-page";
import { readUpload, sealOf, type UploadKey } from "../uploads/uploads.server";
import { decideAll, decisionForm, planOf } from "./decide.server";
import { readEntries } from "./entries.server";
import { type Decision, decisions, outcomes, visaCount, visasOf } from "./group-visa";
import { MemberTable } from "./member-table";
import { tryOut } from "./trial.server";

export const meta = () => [{ title: "تأشيرات المجموعة" }];

const keyOf = (user: SessionUser, groupId: number, params: URLSearchParams) => {
  const kind: Decision = params.get("decision") === "rejected" ? "rejected" : "approved";
  return { user, groupId, kind, folder: visaFolder } satisfies UploadKey;
};

const perPage = "100";

export const loader = screen([visa.write], async ({ params, url: { searchParams }, user }) => {
  const { id, name, campaign, status } = await groups.find(db, idParam(params.group));
  const key = keyOf(user, id, searchParams);
  const trial = await tryOut(db, id, key.kind, await readUpload(db, key));
  const plan = planOf(trial);
  const names = namesOf(outcomes);
  const page = await rowsOrRefusal(async () => {
    const outcome = choiceOf(searchParams, "outcome", names);
    const rows = trial.verdicts
      .filter((row) => !outcome || row.outcome === outcome)
      .sort((one, other) => names.indexOf(one.outcome) - names.indexOf(other.outcome));
    const address = new URLSearchParams({ page: searchParams.get("page") ?? "", per_page: perPage });
    return readPage(Promise.resolve(rows), address);
  });
  return {
    group: { id, name, campaign, status },
    decision: key.kind,
    counts: names.map((outcome) => trial.verdicts.filter((row) => row.outcome === outcome).length),
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

export const shouldRevalidate = stayFresh;

/** Adds to what was brought for the group, or decides what matches. */
export const action = uploadAction({
  write: visa.write,
  pathOf: (groupId) => visasOf(groupId).path,
  keyOf,
  async change(form, key) {
    const change = await readFilesChange(form, visaFolder);
    if (change.clear) return change;
    const { entries } = await readUpload(db, key);
    return { ...change, ...(await readEntries(db, key.groupId, key.kind as Decision, form, entries)) };
  },
  async carryOut(trx, { groupId, kind }, upload, form, by) {
    const { change_reason } = parse(decisionForm, Object.fromEntries(form), { change_reason: "السبب" });
    const terms = { seen: String(form.get("seen")), change_reason };
    const { ready } = await decideAll(trx, groupId, kind as Decision, upload, terms, by);
    return {
      members: ready.map(({ id }) => id),
      files: ready.flatMap(({ files }) => files.map(({ id }) => id)),
      count: ready.length,
    };
  },
  done: (count, { kind }) => `${kind === "approved" ? "اعتمدت" : "رفضت"} ${countPhrase(count, visaCount)}`,
});

/** The words of each decision. */
const words = {
  approved: {
    title: "الأرقام والملفات",
    numbers: "ألصق من جدول: رقم الجواز ورقم التأشيرة",
    hint: "سطر لكل عضو كما ينسخ من Excel. أو اكتب كل رقم أمام صاحبه في الجدول.",
    all: "كل من له رقم وملف يعتمد طلبه معًا، أو لا يعتمد شيء.",
    reason: "ملاحظة في السجل (اختيارية)",
  },
  rejected: {
    title: "من يرفض طلبه",
    numbers: "ألصق من جدول: رقم الجواز والسبب",
    hint: "سطر لكل عضو كما ينسخ من Excel، والسبب اختياري. أو علّم في الجدول.",
    all: "كل من ذكر أدناه يرفض طلبه معًا، أو لا يرفض شيء.",
    reason: "السبب لمن لا سبب أمامه (اختياري)",
  },
} satisfies Record<Decision, object>;

export default function GroupVisas() {
  const { group: of, decision, counts, total, ready, page, ...loaded } = useLoaderData<typeof loader>();
  const { path } = visasOf(of.id);
  const isApproval = decision === "approved";
  const { title, numbers, hint, all, reason } = words[decision];
  const address = (outcome?: string, of: Decision = decision) => {
    const query = new URLSearchParams({
      ...(of === "rejected" && { decision: of }),
      ...(outcome && { outcome }),
    });
    return query.size ? `${path}?${query}` : path;
  };
  return (
    <UploadPage
      title={`تأشيرات «${of.name}»`}
      of={of}
      actions={
        <a className="button" href={`${visa.path}/apply?group_id=${of.id}`}>
          طلب تأشيرات للمجموعة
        </a>
      }
      tabs={
        <nav className="tabs" aria-label="القرار">
          {namesOf(decisions).map((name) => (
            <a
              key={name}
              href={address(undefined, name)}
              aria-current={name === decision ? "page" : undefined}
            >
              {decisions[name]}
            </a>
          ))}
        </nav>
      }
      figures={[
        { label: "الأعضاء", value: count(total), href: address() },
        ...namesOf(outcomes).map((outcome, index) => ({
          label: outcomes[outcome],
          value: count(counts[index] ?? 0),
          href: counts[index] ? address(outcome) : null,
        })),
      ]}
    >
      {ready > 0 && (
        <CarryOut
          path={path}
          deed={`${decisions[decision]} ${countPhrase(ready, visaCount)}`}
          hint={all}
          tone={isApproval ? "primary" : "danger"}
          seen={loaded.seen}
          idempotencyKey={loaded.idempotencyKey}
        >
          <UploadField
            name="change_reason"
            label={reason}
            wide
            control={(props) => <input type="text" maxLength={500} {...props} />}
          />
        </CarryOut>
      )}
      <UploadForm
        path={path}
        title={title}
        save="حفظ ومعاينة"
        mayClear={!loaded.isEmpty || loaded.files.length + loaded.lines.length > 0}
        fields={
          <>
            <UploadField
              name="numbers"
              label={numbers}
              hint={hint}
              wide
              control={(props) => <textarea rows={4} dir="auto" spellCheck={false} {...props} />}
            />
            {isApproval && <FilesField hint="اخترها معًا، وفي اسم كل ملف رقم جواز صاحبه أو رقم تأشيرته." />}
          </>
        }
      >
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
            <MemberTable rows={page.rows} decision={decision} />
            <p className="mt-3">
              <button className="button" type="submit">
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
      </UploadForm>
      <Pagination {...page} />
    </UploadPage>
  );
}

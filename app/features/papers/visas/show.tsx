import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { choiceOf, screenPage } from "~/db/list.server";
import { countPhrase } from "~/domain/count-words";
import { parse } from "~/domain/input.server";
import { namesOf } from "~/domain/states";
import { groupMeta } from "~/features/groups/group-page";
import { visa, visaFolder } from "~/features/visas/visa";
import { screen } from "~/http/screen.server";
import { ButtonLink } from "~/ui/page/links";
import { Pagination } from "~/ui/page/pagination";
import { TrialRows } from "~/ui/page/trial";
import { shownTrial, trialAddress } from "../uploads/engine.server";
import { FilesField } from "../uploads/files-field";
import { FilesLeft } from "../uploads/files-left";
import { readFilesChange } from "../uploads/read.server";
import { uploadAction } from "../uploads/upload-action.server";
import { CarryOut, stayFresh, UploadField, UploadForm, UploadPage } from "../uploads/upload-page";
import { readUpload } from "../uploads/uploads.server";
import { decisionForm, visasUpload } from "./decide.server";
import { readEntries } from "./entries.server";
import { type Decision, decisions, outcomes, visaCount, visasOf } from "./group-visa";
import { MemberTable } from "./member-table";

export const meta = groupMeta("تأشيرات المجموعة");

export const loader = screen([visa.write], async (visit) => {
  const { trial, kind: decision, ...shown } = await shownTrial(visasUpload, visit);
  const names = namesOf(outcomes);
  const page = await screenPage(async (address) => {
    const outcome = choiceOf(address, "outcome", names);
    return trial.verdicts
      .filter((row) => !outcome || row.outcome === outcome)
      .sort((one, other) => names.indexOf(one.outcome) - names.indexOf(other.outcome));
  }, trialAddress(visit.url.searchParams));
  return {
    ...shown,
    decision,
    counts: names.map((outcome) => trial.verdicts.filter((row) => row.outcome === outcome).length),
    total: trial.verdicts.length,
    isWaiting: trial.verdicts.some(({ status }) => status === "pending"),
    isEmpty: !trial.verdicts.some(({ outcome }) => outcome === "ready" || outcome === "left"),
    lines: trial.lines,
    files: trial.files,
    page,
  };
});

export const shouldRevalidate = stayFresh;

/** Adds to what was brought for the group, or decides what matches. */
export const action = uploadAction(visasUpload, {
  async change(form, key) {
    const change = await readFilesChange(form, visaFolder);
    if (change.clear) return change;
    const { entries } = await readUpload(db, key);
    return { ...change, ...(await readEntries(db, key.groupId, key.kind, form, entries)) };
  },
  sent: (form) => ({ terms: parse(decisionForm, Object.fromEntries(form), { change_reason: "السبب" }) }),
  done: (count, decision) =>
    `${decision === "approved" ? "اعتمدت" : "رفضت"} ${countPhrase(count, visaCount)}`,
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
  const isBrought = !loaded.isEmpty || loaded.files.length + loaded.lines.length > 0;
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
      screen="visas"
      actions={<ButtonLink href={`${visa.path}/apply?group_id=${of.id}`}>طلب تأشيرات للمجموعة</ButtonLink>}
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
      all={{ label: "الأعضاء", rows: total, href: address() }}
      parts={namesOf(outcomes).map((outcome, index) => ({
        label: outcomes[outcome],
        rows: counts[index] ?? 0,
        href: address(outcome),
      }))}
    >
      {ready > 0 && (
        <CarryOut
          path={path}
          deed={`${decisions[decision]} ${countPhrase(ready, visaCount, "genitive")}`}
          hint={all}
          tone={isApproval ? "primary" : "danger"}
          {...loaded.sealed}
        >
          <UploadField
            name="change_reason"
            label={reason}
            wide
            control={(props) => <input type="text" {...props} />}
          />
        </CarryOut>
      )}
      {total > 0 && !loaded.isWaiting && (
        <p className="notice info my-2" role="note">
          لا طلب تأشيرة ينتظر قرارًا.
        </p>
      )}
      <UploadForm
        key={loaded.brought}
        isOpen={loaded.isWaiting || isBrought}
        path={path}
        title={title}
        save="حفظ ومعاينة"
        mayClear={isBrought}
        mayCarryOut={ready > 0}
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
        <TrialRows
          page={page}
          isFiltered={total > 0}
          noMatch="لا أعضاء بهذه النتيجة"
          none="لا أعضاء في المجموعة بعد"
          next="أضف الأعضاء أولًا، ثم قدّم طلبات تأشيراتهم."
        >
          <MemberTable rows={page.rows} decision={decision} />
          {page.rows.some(({ status }) => status === "pending") && (
            <p className="mt-3">
              <button className="button" type="submit">
                حفظ ومعاينة
              </button>
            </p>
          )}
        </TrialRows>
      </UploadForm>
      <Pagination {...page} />
    </UploadPage>
  );
}

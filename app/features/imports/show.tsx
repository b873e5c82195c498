import { data, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { choiceOf, screenPage } from "~/db/list.server";
import { wordsOf } from "~/domain/entity";
import {
  type Answer,
  isLeft,
  manyOf,
  type Outcome,
  outcomeLabels,
  outcomes,
  questionOf,
  reasonHead,
  whoIs,
} from "~/features/importables/import";
import { keepConnectionUntil } from "~/framework/answers.server";
import { readForm } from "~/http/body.server";
import { idParam, refusalOf } from "~/http/screen.server";
import { statusOf } from "~/http/status";
import { withoutTurn } from "~/http/turns.server";
import { keepForm } from "~/ui/form/keep-form";
import { Author } from "~/ui/page/author";
import { useFirstDrawn } from "~/ui/page/hydration";
import { ButtonLink } from "~/ui/page/links";
import { Figures, Page } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { Progress } from "~/ui/page/progress";
import { Trial, TrialRows } from "~/ui/page/trial";
import { lackingOf } from "./headings.server";
import { importScreen } from "./import-screen.server";
import { carryOut, sayWhoIs } from "./imports.server";
import { answerColumn, countLeft, findImport } from "./kept-files.server";
import { FileNotices } from "./notices";
import { ColumnQuestions, questionsOf } from "./questions";
import { deedForm, Rows } from "./rows";
import { inTurn, trialOf } from "./trials.server";

const defaultPerPage = "50";
const mostHeads = 20;

export const meta = ({ data }: { data?: { many: string; row: { file_name: string } } }) => [
  { title: data ? `${data.row.file_name} · استيراد ${data.many}` : "استيراد" },
];

export const loader = importScreen(async (visit, importable) => {
  const { params, user } = visit;
  const { searchParams } = visit.url;
  const id = idParam(params.id);
  const { entity, columns, labels, hasPage, asking = whoIs } = importable;
  const row = await findImport(db, user, importable, id);
  const common = { path: entity.path, many: manyOf(entity), one: wordsOf(entity).one, row };
  if (row.done_at) return { ...common, trial: undefined, left: await countLeft(db, id) };
  const trial = await withoutTurn(visit, () => trialOf(db, visit, importable, id));
  if (lackingOf(importable, trial.columns).length) throw redirect(`${entity.path}/import/${id}/columns`);
  const { verdicts } = trial;
  const address = new URLSearchParams(searchParams);
  if (!address.has("per_page")) address.set("per_page", defaultPerPage);
  const page = await screenPage(async (address) => {
    const outcome = choiceOf(address, "outcome", outcomes);
    return verdicts.filter((row) => !outcome || row.outcome === outcome);
  }, address);
  return {
    ...common,
    left: verdicts.filter(({ outcome }) => isLeft(outcome)).length,
    trial: {
      counts: outcomes.map((outcome) => verdicts.filter((row) => row.outcome === outcome).length),
      total: verdicts.length,
      totals: trial.totals,
      sheet: trial.sheet,
      ignored: trial.heads
        .filter((head, index) => head && head !== reasonHead && !trial.columns[index])
        .slice(0, mostHeads),
      columns: columns
        .filter(({ field }) => trial.columns.includes(field))
        .map(({ field, label, own }) => ({ field, label, own })),
      questions: questionsOf(columns, verdicts, trial.answers),
      labels,
      asking,
      page: {
        ...page,
        rows: page.rows.map(({ input: _, asks: __, id, ...row }) => ({
          ...row,
          opened: id ? `${entity.path}/${id}${hasPage ? "" : "/edit"}` : undefined,
        })),
      },
    },
  };
});

export const action = importScreen(async (visit, importable) => {
  const { request, params, url, user } = visit;
  const form = await readForm(request);
  const rightOnly = form.get("only") === "right";
  const id = idParam(params.id);
  const choice = form.get("other") ?? form.get("same");
  try {
    const [field = "", answer = ""] = (form.get("column") ?? "").toString().split(":");
    if (questionOf(answer)) {
      await answerColumn(user, importable, id, field, answer as Answer);
      return redirect(url.pathname + url.search);
    }
    if (choice) {
      const lines = choice === "all" ? choice : [Number(choice)].filter((line) => line > 0 && line < 2 ** 31);
      const say = () => sayWhoIs(user, importable, id, lines, form.has("other"));
      await (lines === "all" ? inTurn(visit, say) : say());
      return redirect(url.pathname + url.search);
    }
    await keepConnectionUntil(request, carryOut(user, importable, id, rightOnly));
    return redirect(`${importable.entity.path}/import/${id}`);
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    return data(
      { result: { error: { "": [`لم يستورد شيء: ${refusal.message}`] } } },
      { status: statusOf(refusal) },
    );
  }
});

/** Sending it again is safe, since an import is carried out only once. */
export const clientAction = keepForm("انقطع الاتصال قبل أن يصل الرد، أعد الاستيراد");

type PageData = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Import() {
  const { row, trial, left, ...of } = useLoaderData<typeof loader>();
  return (
    <Page
      title={`استيراد ${of.many}`}
      lead={<bdi>{row.file_name}</bdi>}
      actions={<ButtonLink href={`${of.path}/import`}>استيراد ملف آخر</ButtonLink>}
    >
      {trial ? (
        <DryRun trial={trial} row={row} left={left} of={of} />
      ) : (
        <Done row={row} left={left} of={of} />
      )}
    </Page>
  );
}

type Of = Pick<PageData, "path" | "many" | "one">;

/** The verdict on each row, and the import button. */
function DryRun({
  trial,
  row,
  left,
  of,
}: {
  trial: NonNullable<PageData["trial"]>;
  row: PageData["row"];
  left: number;
  of: Of;
}) {
  const { pathname, search } = useLocation();
  const countOf = (outcome: Outcome) => trial.counts[outcomes.indexOf(outcome)] ?? 0;
  const [made, wrong, alike] = [countOf("new"), countOf("wrong"), countOf("alike")];
  const isPart = left > 0;
  const reply = useActionData<{ result?: { error?: Record<string, string[]> } }>();
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <Trial
      refusal={reply?.result?.error?.[""]?.[0]}
      notices={
        <>
          <ColumnQuestions questions={trial.questions} action={pathname + search} />
          <FileNotices
            sheet={trial.sheet}
            ignored={trial.ignored}
            totals={trial.totals}
            columns={`${of.path}/import/${row.id}/columns`}
          />
        </>
      }
      all={{ label: "كل الأسطر", rows: trial.total, href: pathname }}
      parts={outcomes
        .filter((outcome) => outcome !== "alike" || alike > 0)
        .map((outcome) => ({
          label: outcome === "alike" ? trial.asking.outcome : outcomeLabels[outcome],
          rows: countOf(outcome),
          href: `${pathname}?outcome=${outcome}`,
        }))}
    >
      <Form method="post" id={deedForm} action={pathname + search} className="import-deed" preventScrollReset>
        <Author />
        {isPart && <input type="hidden" name="only" value="right" />}
        {made > 0 && (
          <button className="button primary" type="submit" disabled={isBusy}>
            {isBusy ? "جاري الاستيراد..." : isPart ? "استيراد الصحيح فقط" : "استيراد"}
          </button>
        )}
        {alike > 0 && (
          <button className="button" type="submit" name="other" value="all" disabled={isBusy}>
            {trial.asking.addAll}
          </button>
        )}
        {isBusy && made > 0 ? (
          <Progress
            address={`/api/imports/${row.id}/progress`}
            total={made}
            did="كتب"
            label="تقدم الاستيراد"
          />
        ) : (
          <p>{alike ? trial.asking.notice : sentence({ made, wrong, left }, of)}</p>
        )}
      </Form>
      {left > 0 && <Left row={row} of={of} />}
      <TrialRows page={trial.page} isFiltered noMatch="لا أسطر بهذه النتيجة" none="" next="">
        <Rows
          rows={trial.page.rows}
          columns={trial.columns}
          labels={trial.labels}
          one={of.one}
          asking={trial.asking}
        />
      </TrialRows>
      <Pagination {...trial.page} />
    </Trial>
  );
}

/** The effect of the button, or why there is no button. */
function sentence({ made, wrong, left }: Record<"made" | "wrong" | "left", number>, { many }: Of) {
  if (!made && wrong) return "لا سطر صحيح جديد في الملف: صحح الأخطاء وارفعه من جديد.";
  if (!made && left) return "لا سطر جديد في الملف: أرقام بعض أسطره مسجلة بأسماء أخرى.";
  if (!made) return `كل ما في الملف مسجل بين ${many} من قبل: لا شيء يستورد.`;
  if (left)
    return `تترك الأسطر التي ${wrong ? "فيها أخطاء" : "أرقامها لأسماء أخرى"}. أو صححها في الملف وارفعه من جديد: ما استورد لا يستورد مرتين.`;
  return "يستورد الكل معًا أو لا شيء.";
}

/** Links to the rows with faults or questions as files. */
function Left({ row, of }: { row: PageData["row"]; of: Of }) {
  return (
    <section className="sheet-card mb-4">
      <h2>الأسطر التي تحتاج إلى مراجعة</h2>
      <p>
        نزّلها في ملف، وبجانب كل سطر سببه، فراجعها فيه ثم ارفعه.{" "}
        {row.done_at ? "تحفظ هنا يومًا واحدًا بعد الاستيراد، ثم تحذف." : "يمكن تنزيلها بعد الاستيراد أيضًا."}
      </p>
      <p className="buttons mt-3 flex flex-wrap gap-2">
        {["xlsx", "csv"].map((format) => (
          <a key={format} className="button" href={`${of.path}/import/${row.id}/left/${format}`} download="">
            تنزيلها {format === "xlsx" ? "Excel" : "CSV"}
          </a>
        ))}
      </p>
    </section>
  );
}

function Done({ row, left, of }: { row: PageData["row"]; left: number; of: Of }) {
  const { made, existing, left_out } = row;
  return (
    <>
      <p className="notice" role={useFirstDrawn() ? "alert" : "status"}>
        {made
          ? `تم الاستيراد: أضيف ${made.toLocaleString("en-US")} إلى ${of.many}.`
          : "لم يكن في الملف جديد: لم يضف شيء."}
      </p>
      <Figures
        figures={[
          { label: "ما أضيف", value: (made ?? 0).toLocaleString("en-US") },
          { label: outcomeLabels.existing, value: (existing ?? 0).toLocaleString("en-US") },
          { label: "ما لم يستورد", value: (left_out ?? 0).toLocaleString("en-US") },
        ]}
      />
      {left > 0 && <Left row={row} of={of} />}
      <ButtonLink href={of.path}>العودة إلى {of.many}</ButtonLink>
    </>
  );
}

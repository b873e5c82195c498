import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { manyOf, reasonHead } from "~/features/importables/import";
import { readForm } from "~/http/body.server";
import { idParam } from "~/http/screen.server";
import { Author } from "~/ui/page/author";
import { Enumeration } from "~/ui/page/enumeration";
import { ButtonLink } from "~/ui/page/links";
import { Page } from "~/ui/page/page";
import { Sentence } from "~/ui/page/sentence";
import { Table } from "~/ui/page/table";
import { lackingOf } from "./headings.server";
import { importScreen } from "./import-screen.server";
import { assignColumns, findImport, readArranged } from "./kept-files.server";

/** The number of values shown for a column, and their length in characters. */
const samples = { count: 3, length: 40 };

export const meta = ({ data }: { data?: { many: string } }) => [{ title: `أعمدة ملف ${data?.many ?? ""}` }];

export const loader = importScreen(async ({ params, user }, importable) => {
  const row = await findImport(db, user, importable, idParam(params.id));
  const { entity, columns } = importable;
  const address = `${entity.path}/import/${row.id}`;
  if (row.done_at) throw redirect(address);
  const arrangement = await readArranged(db, row.id);
  return {
    address,
    many: manyOf(entity),
    file: row.file_name,
    choices: columns.map(({ field, label, isRequired }) => ({ field, label, isRequired })),
    lacking: lackingOf(importable, arrangement.columns).map(({ label }) => label),
    columns: arrangement.heads.flatMap((head, place) => {
      const values = arrangement.rows.flatMap((row) => String(row[place + 1] ?? "") || []);
      if (head === reasonHead || !(head || values.length)) return [];
      const examples = [...new Set(values)]
        .slice(0, samples.count)
        .map((value) => value.slice(0, samples.length));
      return [{ id: place, head, examples, field: arrangement.columns[place] ?? "" }];
    }),
  };
});

/** Stores the field of each column, if no field is named twice and no required one is missing. */
export const action = importScreen(async ({ request, params, user }, importable) => {
  const id = idParam(params.id);
  await findImport(db, user, importable, id);
  const { heads } = await readArranged(db, id);
  const form = await readForm(request);
  const fieldNames = new Set(importable.columns.map(({ field }) => field));
  const fields = heads.map((_, place) => String(form.get(`column[${place}]`) ?? ""));
  const columns = fields.map((field) => (fieldNames.has(field) ? field : null));
  const faults = Object.fromEntries(
    fields.flatMap((field, place) => {
      if (field && !fieldNames.has(field)) return [[place, "اختر قيمة من القائمة"]];
      const before = field ? fields.indexOf(field) : place;
      return before === place
        ? []
        : [[place, `اختير للعمود «${heads[before] || before + 1}» أيضًا: اختره لواحد`]];
    }),
  );
  const lacking = lackingOf(importable, columns).map(({ label }) => label);
  if (lacking.length || Object.keys(faults).length)
    return data({ faults, lacking, sent: fields }, { status: 422 });
  await assignColumns(user, importable, id, columns);
  return redirect(`${importable.entity.path}/import/${id}`);
});

export default function Columns() {
  const { address, many, file, choices, columns, ...loaded } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const lacking = reply?.lacking ?? loaded.lacking;
  const faults: Record<string, string> = reply?.faults ?? {};
  return (
    <Page
      title={`أعمدة ملف ${many}`}
      lead={<bdi>{file}</bdi>}
      actions={<ButtonLink href={address.replace(/\/\d+$/, "")}>استيراد ملف آخر</ButtonLink>}
    >
      {lacking.length > 0 && (
        <p className={reply ? "errors" : "notice info"} role={reply ? "alert" : undefined}>
          <Sentence
            text={`عيّن في الملف ${lacking.length > 1 ? "الأعمدة المطلوبة" : "العمود المطلوب"}: ${lacking.map((label) => `«${label}»`).join("، ")}`}
          />
        </p>
      )}
      <form method="post">
        <Author />
        <p className="mb-3">اختر لكل عمود ما فيه. يحفظ اختيارك لعنوانه، فلا يطلب في الملفات التالية.</p>
        <Table
          caption="أعمدة الملف"
          rows={columns}
          columns={[
            {
              label: "العنوان في الملف",
              cell: ({ head, id }) => <bdi>{head || `بلا عنوان (${id + 1})`}</bdi>,
            },
            {
              label: "من قيمه",
              cell: ({ examples }) =>
                examples.length ? (
                  <div>
                    <Enumeration of={examples.map((value) => <bdi key={value}>{value}</bdi>)} />
                  </div>
                ) : (
                  "—"
                ),
            },
            {
              label: "ما فيه",
              cell: ({ id, head, field }) => (
                <>
                  <select
                    name={`column[${id}]`}
                    aria-label={`ما في العمود ${head || id + 1}`}
                    aria-invalid={faults[id] ? true : undefined}
                    aria-describedby={faults[id] ? `fault-${id}` : undefined}
                    defaultValue={reply?.sent[id] ?? field}
                  >
                    <option value="">لا يستورد</option>
                    {choices.map((choice) => (
                      <option key={choice.field} value={choice.field}>
                        {choice.label}
                        {choice.isRequired && " *"}
                      </option>
                    ))}
                  </select>
                  {faults[id] && (
                    <p className="import-faults" id={`fault-${id}`}>
                      {faults[id]}
                    </p>
                  )}
                </>
              ),
            },
          ]}
        />
        <div className="form-actions mt-4">
          <button className="button primary" type="submit">
            متابعة إلى المراجعة
          </button>
        </div>
      </form>
    </Page>
  );
}

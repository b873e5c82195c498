import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DomainError } from "~/domain/domain-error";
import { largestImport, manyOf } from "~/features/importables/import";
import { keepConnectionUntil } from "~/framework/answers.server";
import { readForm } from "~/http/body.server";
import { foreignOf } from "~/http/form-author.server";
import { statusOf } from "~/http/status";
import { Author } from "~/ui/page/author";
import { ButtonLink } from "~/ui/page/links";
import { Page } from "~/ui/page/page";
import { Refusal, Sentence } from "~/ui/page/sentence";
import { Table } from "~/ui/page/table";
import { importScreen } from "./import-screen.server";
import { keepFile } from "./kept-files.server";

export const meta = ({ data }: { data?: { many: string } }) => [{ title: `استيراد ${data?.many ?? ""}` }];

export const loader = importScreen(async (_, { entity, columns, identity }) => ({
  path: entity.path,
  many: manyOf(entity),
  columns: columns.map(({ field, label, isRequired, hint }) => ({ id: field, label, isRequired, hint })),
  identity,
}));

/** Stores the file and goes to its check. The form shows faults of the whole file above its fields. */
export const action = importScreen(
  async (visit, importable) => {
    const { request } = visit;
    try {
      const form = await readForm(request);
      const file = form.get("file");
      const foreign = foreignOf(form);
      if (foreign) return data({ refusal: foreign.sentence, foreign }, { status: 409 });
      if (!(file instanceof File)) throw new DomainError("invalid", "اختر ملفًا لاستيراده");
      const id = await keepConnectionUntil(request, keepFile(visit, importable, file));
      return redirect(`${importable.entity.path}/import/${id}`);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === "unreadable") throw error;
      return data({ refusal: error.message }, { status: statusOf(error) });
    }
  },
  { files: true, comesBack: true },
);

export default function Upload() {
  const { path, many, columns, identity } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <Page
      title={`استيراد ${many}`}
      lead="من ملف XLSX أو CSV. ترى ما سيحدث لكل سطر قبل أن يكتب شيء."
      actions={<ButtonLink href={path}>العودة إلى {many}</ButtonLink>}
    >
      <div className="import-steps">
        <section className="sheet-card">
          <h2>1. نزّل القالب واملأه</h2>
          <p>
            سطر العناوين، ثم سطر لكل سجل، <bdi>{largestImport.toLocaleString("en-US")}</bdi> سطر على الأكثر.
            أو ارفع ملفك كما هو: يبحث عن العناوين في أول 20 سطرًا، ويعرف المعتاد من أسمائها، وتعيّن بنفسك ما لم
            يعرف.
          </p>
          <p className="buttons">
            <a className="button" href={`${path}/import/template/xlsx`} download="">
              قالب Excel
            </a>
            <a className="button" href={`${path}/import/template/csv`} download="">
              قالب CSV
            </a>
          </p>
        </section>
        <section className="sheet-card">
          <h2>2. ارفع الملف</h2>
          <Refusal text={refusal} />
          <form method="post" encType="multipart/form-data">
            <Author isTyped />
            <div className="field">
              <label htmlFor="file">الملف</label>
              <input
                id="file"
                type="file"
                name="file"
                accept=".xlsx,.csv"
                required
                autoFocus
                aria-describedby="file-hint"
              />
              <p className="hint" id="file-hint">
                XLSX أو CSV، حتى 10 ميغابايت. تقرأ ورقة واحدة: أول ورقة فيها العناوين.
              </p>
            </div>
            <div className="form-actions">
              <button className="button primary" type="submit">
                رفع الملف ومراجعته
              </button>
            </div>
          </form>
        </section>
      </div>
      <section className="sheet-card">
        <h2>الأعمدة</h2>
        <p className="mb-3">المسجل من قبل يعرف من {identity}، ولا يغير الاستيراد شيئًا من بياناته.</p>
        <Table
          compact
          caption="الأعمدة وما يكتب فيها"
          rows={columns}
          columns={[
            { label: "العمود", cell: ({ label }) => label },
            { label: "مطلوب", cell: ({ isRequired }) => (isRequired ? "نعم" : "—") },
            { label: "ما يكتب فيه", cell: ({ hint }) => <Sentence text={hint || "—"} /> },
          ]}
        />
      </section>
    </Page>
  );
}

import { PaperField } from "~/ui/form/field";
import { OfficeForm, useOfficeForm } from "~/ui/form/form";
import { FileLink, FileName, mediaTypeLabels } from "~/ui/page/file-link";
import { Empty } from "~/ui/page/page";
import { Table } from "~/ui/page/table";
import { type VisaDocument, visaFolder } from "./visa";

type Paper = Omit<VisaDocument, "uploaded_at"> & { at: string };

/** The papers of a visa, and a form to add one. */
export function VisaDocuments({
  own,
  search,
  documents,
  constraint,
  idempotencyKey,
}: {
  /** The visa's address. */
  own: string;
  search: string;
  documents: Paper[];
  constraint: Parameters<typeof useOfficeForm>[1]["constraint"];
  idempotencyKey: string;
}) {
  const [form, fields] = useOfficeForm<{ file: string }>("document", { constraint });
  return (
    <>
      <section className="sheet-card">
        <h2>رفع مستند</h2>
        {/* key: after an upload the form is empty again */}
        <OfficeForm
          key={idempotencyKey}
          form={form}
          labels={{ file: "الملف" }}
          idempotencyKey={idempotencyKey}
          save="رفع"
          busyLabel="جاري الرفع..."
          multipart
        >
          <PaperField
            field={fields.file}
            label="الملف"
            required
            hint="PDF أو PNG أو JPEG، حتى 10 ميغابايت."
          />
        </OfficeForm>
      </section>
      {documents.length ? (
        <Table
          caption="مستندات التأشيرة"
          item="المستند"
          rows={documents}
          columns={[
            { label: "الملف", cell: ({ given_name }) => <FileName name={given_name} /> },
            { label: "النوع", cell: ({ media_type }) => <bdi>{mediaTypeLabels[media_type]}</bdi> },
            { label: "وقت الرفع", kind: "code", cell: ({ at }) => at },
          ]}
          actions={({ id, file_name }) => (
            <>
              <FileLink path={`/uploads/${visaFolder}/${file_name}`}>فتح</FileLink>
              <a className="danger" href={`${own}/documents/${id}/delete${search}`} data-confirm="browser">
                حذف
              </a>
            </>
          )}
        />
      ) : (
        <Empty title="لا توجد مستندات بعد">
          <p>ارفع صورة الجواز أو أي مستند يخص الطلب.</p>
        </Empty>
      )}
    </>
  );
}

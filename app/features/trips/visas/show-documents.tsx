import { TextField } from "~/ui/form/field";
import { OfficeForm, useOfficeForm } from "~/ui/form/form";
import { Empty } from "~/ui/page/page";
import { Table } from "~/ui/page/table";
import { type VisaDocument, visaFolder } from "./visa";
import { VisaFileLink } from "./visa-file-link";

type Paper = Omit<VisaDocument, "uploaded_at"> & { at: string };

/** The media types as the file's owner calls them. */
const kinds: Record<string, string> = {
  "application/pdf": "PDF",
  "image/png": "PNG",
  "image/jpeg": "JPEG",
};

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
        {/* key: after an upload the form is a new one */}
        <OfficeForm
          key={idempotencyKey}
          form={form}
          labels={{ file: "الملف" }}
          idempotencyKey={idempotencyKey}
          save="رفع"
          busyLabel="جاري الرفع..."
          multipart
        >
          <TextField
            field={fields.file}
            label="الملف"
            type="file"
            accept=".pdf,.png,.jpg,.jpeg"
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
            { label: "الملف", cell: ({ given_name }) => <bdi>{given_name}</bdi> },
            { label: "النوع", cell: ({ media_type }) => <bdi>{kinds[media_type]}</bdi> },
            { label: "وقت الرفع", kind: "code", cell: ({ at }) => at },
          ]}
          actions={({ id, file_name }) => (
            <>
              <VisaFileLink path={`/uploads/${visaFolder}/${file_name}`}>فتح</VisaFileLink>
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

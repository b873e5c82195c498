import { FileLink, FileName, mediaTypeLabels } from "~/ui/page/file-link";
import { Badge } from "~/ui/page/page";
import { Table } from "~/ui/page/table";
import { type CustomerPaper, paperPath, papersOf, paperTypeLabels } from "../paper";

type Row = Pick<
  CustomerPaper,
  "id" | "type" | "file_name" | "given_name" | "media_type" | "issue_date" | "expiry_date"
>;

/**
 * The papers of a person, on the person's page.
 * @param today the office's, for the expiry of papers
 * @param mayWrite whether the reader may add and delete papers
 */
export function PapersSection({
  customerId,
  papers,
  today,
  mayWrite,
}: {
  customerId: number;
  papers: Row[];
  today: string;
  mayWrite: boolean;
}) {
  const { path, labels } = papersOf(customerId);
  return (
    <section className="sheet-card" id="papers">
      <h2>الأوراق</h2>
      {papers.length ? (
        <Table
          caption="أوراق العميل"
          item="الورقة"
          rows={papers}
          columns={[
            { label: labels.type, cell: ({ type }) => paperTypeLabels[type] },
            {
              label: labels.file,
              cell: (paper) => (
                <span>
                  <FileLink path={paperPath(paper)}>
                    <FileName name={paper.given_name} />
                  </FileLink>
                  <small>{mediaTypeLabels[paper.media_type]}</small>
                </span>
              ),
            },
            { label: labels.issue_date, kind: "code", cell: ({ issue_date }) => issue_date ?? "—" },
            {
              label: labels.expiry_date,
              kind: "code",
              cell: ({ expiry_date }) => (
                <>
                  {expiry_date ?? "—"}{" "}
                  {expiry_date && expiry_date < today && <Badge tone="bad">منتهية</Badge>}
                </>
              ),
            },
          ]}
          actions={
            mayWrite
              ? ({ id, type, given_name }) => (
                  <>
                    <a href={`${path}/${id}/edit`} data-stay="">
                      تعديل
                    </a>
                    <a
                      className="danger"
                      href={`${path}/${id}/delete`}
                      data-confirm="browser"
                      data-question={`هل أنت متأكد من حذف ${paperTypeLabels[type]} «${given_name}»؟`}
                    >
                      حذف
                    </a>
                  </>
                )
              : undefined
          }
        />
      ) : (
        <p className="text-muted">لا أوراق بعد: صورة الجواز، والصورة الشخصية للتأشيرة، وشهادة التطعيم.</p>
      )}
      {mayWrite && (
        <p className="mt-3">
          <a className="button" href={`${path}/new`} data-stay="" data-discover="true">
            رفع ورقة
          </a>
        </p>
      )}
    </section>
  );
}

import { Badge } from "~/ui/page/page";
import { Table } from "~/ui/page/table";
import { customer } from "../customer";
import { isToCall, type Note, notesOf } from "../note";

type Row = Pick<Note, "id" | "text" | "call_on" | "done" | "noted_on" | "noted_by">;

/**
 * The notes about a person, on the person's page.
 * @param total how many there are, of which these are the newest
 * @param today the office's
 */
export function NotesSection({
  customerId,
  rows,
  total,
  today,
}: {
  customerId: number;
  rows: Row[];
  total: number;
  today: string;
}) {
  const { path, labels } = notesOf(customerId);
  return (
    <section className="sheet-card" id="notes">
      <h2>الملاحظات</h2>
      {rows.length ? (
        <Table
          caption="ملاحظات العميل"
          item="ملاحظة يوم"
          rows={rows}
          columns={[
            { label: "اليوم", kind: "code", cell: ({ noted_on }) => noted_on },
            {
              label: labels.text,
              cell: ({ text }) => <bdi className="whitespace-pre-line">{text}</bdi>,
            },
            {
              label: labels.call_on,
              cell: (row) => (
                <span>
                  <bdi dir="ltr">{row.call_on ?? "—"}</bdi>{" "}
                  {row.done && row.call_on && <Badge tone="good">تم</Badge>}
                  {isToCall(row, today) && (
                    <Badge tone="bad">{row.call_on === today ? "اليوم" : "فات"}</Badge>
                  )}
                </span>
              ),
            },
            { label: "كتبها", cell: ({ noted_by }) => <bdi>{noted_by.username}</bdi> },
          ]}
          actions={({ id, call_on, done }) => (
            <>
              {call_on && (
                <a
                  href={`${path}/${id}/done${done ? "?undo=true" : ""}`}
                  data-confirm="browser"
                  data-question={done ? "هل تعود الملاحظة إلى المهام؟" : "هل تم الاتصال؟"}
                >
                  {done ? "لم يتم" : "تم"}
                </a>
              )}
              <a href={`${path}/${id}/edit`} data-stay="">
                تعديل
              </a>
              <a className="danger" href={`${path}/${id}/delete`} data-confirm="browser">
                حذف
              </a>
            </>
          )}
        />
      ) : (
        <p className="text-muted">لا ملاحظات بعد: ما قاله العميل، ومتى يتصل به ثانية.</p>
      )}
      <p className="mt-3">
        <a className="button" href={`${path}/new`} data-stay="" data-discover="true">
          ملاحظة جديدة
        </a>{" "}
        {total > rows.length && (
          <a href={`${customer.path}/${customerId}?notes=all#notes`}>
            عرض الكل (<bdi>{total.toLocaleString("en-US")}</bdi>)
          </a>
        )}
      </p>
    </section>
  );
}

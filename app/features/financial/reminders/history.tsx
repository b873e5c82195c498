import { formatMoney } from "~/domain/money";
import { Sentence } from "~/ui/page/sentence";
import { NameCell, Table } from "~/ui/page/table";
import { mayRemoveReminder, type Reminder, reminderPath, reminderWays } from "../debts/reminder";

/**
 * A customer's reminders as they were noted, newest first.
 * @param user the reader, who may delete some of them; left out where nothing can be deleted
 */
export function ReminderHistory({
  rows,
  user,
}: {
  rows: (Reminder & { time: string })[];
  user?: { id: number; user_type: string };
}) {
  return (
    <Table
      caption="التذكيرات المسجلة"
      item="التذكير"
      rows={rows}
      columns={[
        {
          label: "الوقت",
          kind: "code",
          cell: ({ time }) => time,
        },
        {
          label: "الوسيلة",
          cell: ({ how, note }) => (
            <NameCell
              also={
                note && (
                  <span className="whitespace-pre-line">
                    <Sentence text={note} />
                  </span>
                )
              }
            >
              {reminderWays[how]}
            </NameCell>
          ),
        },
        { label: "سجله", cell: ({ sent_by }) => <bdi>{sent_by.username}</bdi> },
        {
          label: "المبلغ",
          kind: "n",
          cell: ({ amounts }) =>
            amounts
              .map(({ amount, code, decimals }) =>
                formatMoney(amount, { code, decimals, symbol: "" }, "code"),
              )
              .join(" + ") || "—",
        },
        { label: "موعده", kind: "code", cell: ({ due_since }) => due_since ?? "—" },
      ]}
      actions={
        user &&
        ((row) =>
          mayRemoveReminder(row, user) && (
            <a
              className="danger"
              href={`${reminderPath(row.customer_id)}/${row.id}/delete`}
              data-confirm="browser"
              data-question={`هل أنت متأكد من حذف تذكير ${row.time}؟`}
            >
              حذف
            </a>
          ))
      }
    />
  );
}

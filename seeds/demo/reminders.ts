import Big from "big.js";
import type { Moment } from "./calendar";
import { roundTo } from "./money";
import type { Office } from "./office";

type Reminder = { how: string; by: string; note?: string } & Moment;

/** What the office has done about its debtors, those with the oldest debts first. */
const histories: Reminder[][] = [
  [
    {
      how: "phone",
      by: "cashier",
      daysAgo: 16,
      minute: 11 * 60 + 20,
      note: "وعد بالسداد بعد نزول الراتب.",
    },
    { how: "whatsapp", by: "cashier", daysAgo: 3, minute: 10 * 60 + 5 },
  ],
  [{ how: "letter", by: "admin", daysAgo: 24, minute: 12 * 60, note: "سلمت بيد أخيه." }],
  [{ how: "whatsapp", by: "admin", daysAgo: 1, minute: 16 * 60 + 40 }],
  [],
  [{ how: "phone", by: "cashier", daysAgo: 9, minute: 17 * 60 + 15, note: "لا يرد." }],
  [{ how: "copy", by: "cashier", daysAgo: 8, minute: 9 * 60 + 30, note: "أرسل برسالة نصية." }],
];

type Due = { customer_id: number; amounts: { code: string; amount: string }[]; due_since: string };

/** Notes the reminders, each of what is still unpaid and was due on its day. */
export async function remindDebtors({ trx, id, calendar }: Office) {
  const dueOn = async (daysAgo: number): Promise<Due[]> => {
    const { rows } = await trx.raw(
      `SELECT customer_id, json_agg(json_build_object('code', code, 'amount', amount::text) ORDER BY code) AS amounts,
              min(since)::text AS due_since
       FROM (SELECT customer_id, code, sum(part.remaining_amount) AS amount, min(due_date) AS since
             FROM contracts JOIN currencies ON currencies.id = currency_id,
                  instalments_of(schedule, contract_date, total_amount, paid_amount) AS part
             WHERE status <> 'cancelled' AND due_date <= :day AND part.remaining_amount > 0 GROUP BY 1, 2) AS due
       GROUP BY 1 ORDER BY min(since), customer_id`,
      { day: calendar.day(daysAgo) },
    );
    return rows;
  };
  const debtors = (await dueOn(25)).map(({ customer_id }) => customer_id);
  const noted = histories.flatMap((history, place) =>
    history.map((reminder) => ({ ...reminder, customer_id: debtors[place] })),
  );
  for (const { how, by, note, customer_id, ...moment } of noted.sort((a, b) => b.daysAgo - a.daysAgo)) {
    const due = (await dueOn(moment.daysAgo)).find((one) => one.customer_id === customer_id);
    if (!due) throw new Error("The demo data has too few debtors to remind.");
    const amounts = due.amounts.map(({ code, amount }) => ({
      code,
      amount: roundTo(Big(amount), code),
    }));
    await trx("reminders").insert({
      customer_id,
      how,
      note,
      amounts: JSON.stringify(amounts),
      due_since: due.due_since,
      sent_on: calendar.day(moment.daysAgo),
      sent_at: calendar.instant(moment),
      sent_by: id("users", by),
    });
  }
}

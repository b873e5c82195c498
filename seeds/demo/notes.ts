import type { Moment } from "./calendar";
import type { Office } from "./office";
import type { Pilgrim } from "./pilgrims";

/** Negative days are ahead. */
type Note = { pilgrim: number; by: string; text: string; callIn?: number; done?: true } & Moment;

/** What was said with customers, and whom to call again: one waits since yesterday, one since today, one is done and one comes later. */
const notes: Note[] = [
  {
    pilgrim: 0,
    by: "sales",
    daysAgo: 12,
    minute: 10 * 60 + 15,
    text: "سأل عن غرفة رباعية قريبة من الحرم.",
    callIn: -9,
    done: true,
  },
  {
    pilgrim: 0,
    by: "sales",
    daysAgo: 4,
    minute: 13 * 60,
    text: "يريد أن يسافر والده معه، وينتظر جوازه.",
    callIn: -1,
  },
  {
    pilgrim: 5,
    by: "admin",
    daysAgo: 3,
    minute: 11 * 60 + 40,
    text: "طلب عرضًا لخمسة أشخاص في إجازة الصيف.",
    callIn: 0,
  },
  {
    pilgrim: 9,
    by: "sales",
    daysAgo: 1,
    minute: 16 * 60 + 5,
    text: "يحتاج إلى كرسي متحرك في المطار.",
  },
  {
    pilgrim: 12,
    by: "sales",
    daysAgo: 1,
    minute: 17 * 60 + 30,
    text: "مسافر هذا الأسبوع، يتصل به بعد عودته.",
    callIn: 6,
  },
];

/** Notes what was said with customers. */
export async function noteCustomers({ trx, id, calendar, times }: Office, people: Pilgrim[]) {
  for (const { pilgrim, by, text, callIn, done, ...moment } of notes)
    await trx("customer_notes").insert({
      customer_id: id("customers", (people[pilgrim] as Pilgrim).national_id),
      text,
      call_on: callIn === undefined ? null : calendar.day(-callIn),
      done: Boolean(done),
      noted_on: calendar.day(moment.daysAgo),
      noted_by: id("users", by),
      ...times(moment),
    });
}

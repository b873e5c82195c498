/** The office's time zone (rulings §4). */
export const timeZone = process.env.APP_TIME_ZONE || "Asia/Riyadh";
const format = new Intl.DateTimeFormat("en-CA", {
  timeZone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

let today = { minute: 0, day: "" };

/** Today at the office, `YYYY-MM-DD` (rulings §4). A day begins with a minute, so a minute has one day. */
export function officeToday(): string {
  const minute = Math.floor(Date.now() / 60_000);
  if (minute !== today.minute) today = { minute, day: format.format(new Date()) };
  return today.day;
}

/** The office's day of a moment, `YYYY-MM-DD`. */
export const officeDayOf = (moment: Date) => format.format(moment);

const clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });

/** A moment in the office's time zone, `2026-11-21 14:05`; a text that is no moment as it is. */
export function officeTime(instant: string): string {
  const moment = new Date(instant);
  if (Number.isNaN(moment.getTime())) return instant;
  return `${format.format(moment)} ${clock.format(moment)}`;
}

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

/**
 * The instant at which clocks in the office show a day and time (`2026-11-21 14:05`, seconds may follow). Of an hour that a change of clocks leaves out it
 * is the one after.
 */
export function officeMoment(local: string): Date {
  const wanted = Date.parse(`${local.replace(" ", "T")}Z`);
  const shownAt = (instant: number) =>
    Date.parse(`${officeTime(new Date(instant).toISOString()).replace(" ", "T")}Z`);
  const minute = Math.floor(wanted / 60_000) * 60_000;
  let instant = minute;
  for (let turn = 0; turn < 2; turn++) instant += minute - shownAt(instant);
  return new Date(instant + wanted - minute);
}

/** A moment in the office's time zone as a form's control has it, `2026-11-21T14:05`. */
export const officeLocal = (instant: string) => officeTime(instant).replace(" ", "T");

/** A moment in the office's time zone, `2026-11-21 14:05`; a text that is no moment as it is. */
export function officeTime(instant: string): string {
  const moment = new Date(instant);
  if (Number.isNaN(moment.getTime())) return instant;
  return `${format.format(moment)} ${clock.format(moment)}`;
}

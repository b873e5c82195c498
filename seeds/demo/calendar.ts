import type { Knex } from "knex";

/** A moment of the office's life: days before today, and minutes after midnight. */
export type Moment = { daysAgo: number; minute: number };

export type Calendar = Awaited<ReturnType<typeof openCalendar>>;

const dayLength = 86_400_000;

/** The calendar of the demo office. All dates count from the day of its creation, since fixed dates would become outdated. */
export async function openCalendar(knex: Knex) {
  const zone = process.env.APP_TIME_ZONE || "Asia/Riyadh";
  const { rows } = await knex.raw(
    `SELECT to_char(now() AT TIME ZONE :zone, 'YYYY-MM-DD') AS today,
            extract(hour FROM now() AT TIME ZONE :zone)::integer * 60
              + extract(minute FROM now() AT TIME ZONE :zone)::integer AS minute`,
    { zone },
  );
  const { today, minute: now } = rows[0] as { today: string; minute: number };
  const midnight = Date.parse(`${today}T00:00:00Z`);
  const day = (daysAgo: number) => new Date(midnight - daysAgo * dayLength).toISOString().slice(0, 10);

  const hijri = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura", {
    day: "numeric",
    month: "numeric",
    timeZone: "UTC",
  });
  /** The number of days, at least `from`, until the next day with this Hijri month and day. */
  function daysTo(monthAndDay: string, from: number) {
    for (let days = from; ; days++) {
      const parts = hijri.formatToParts(midnight + days * dayLength);
      const part = (type: "day" | "month") => parts.find((found) => found.type === type)?.value;
      if (`${part("month")}/${part("day")}` === monthAndDay) return days;
    }
  }

  return {
    /** A calendar day, `YYYY-MM-DD`; days ahead are negative. */
    day,
    /** An instant as PostgreSQL reads it. Nothing happens later than now: what would come later today comes within the last minute, in its order. */
    instant({ daysAgo, minute }: Moment) {
      const last = Math.max(now - 1, 0);
      const past = daysAgo === 0 && minute > last ? last + minute / (2 * 24 * 60) : minute;
      const clock = [past / 60, past % 60].map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
      return `${day(daysAgo)} ${clock}:${((past % 1) * 60).toFixed(3).padStart(6, "0")} ${zone}`;
    },
    /** The number of days until the next 25 Dhu al-Qa'da at least two months ahead, when pilgrims leave for Hajj. */
    daysToHajj: () => daysTo("11/25", 60),
    /** The number of days from that departure to the day of Arafah: Dhu al-Qa'da has 29 days or 30. */
    daysToArafah: () => daysTo("12/9", daysTo("11/25", 60)) - daysTo("11/25", 60),
  };
}

/** Negative if `a` comes before `b`. */
export const compareMoments = (a: Moment, b: Moment) => b.daysAgo - a.daysAgo || a.minute - b.minute;

export const later = ({ daysAgo, minute }: Moment, minutes: number): Moment => ({
  daysAgo,
  minute: minute + minutes,
});

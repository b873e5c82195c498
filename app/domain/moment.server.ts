import { z } from "zod";
import { isDay } from "./dates";
import { latinDigits } from "./digits";
import { piece, string } from "./input.server";
import { officeMoment } from "./office-day.server";

/**
 * A moment: an instant with its zone (ISO 8601), or a day and hour of the office; of a day without an hour its end. It is given as an instant in UTC.
 */
export function moment() {
  const wrong = "اليوم والساعة غير صحيحين (مثل 2026-11-30 18:00)";
  return piece(
    string(wrong).transform((value, context) => {
      const instant = readMoment(value);
      if (instant) return instant;
      context.addIssue({ code: "custom", message: wrong });
      return z.NEVER;
    }),
    (value) => (typeof value === "string" ? latinDigits(value) : value),
  );
}

function readMoment(text: string): string | undefined {
  const [, day = "", time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text) ?? [];
  if (!isDay(day) || day < "2000-01-01" || day > "2199-12-30") return undefined;
  if (time && !/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d|$)/.test(time)) return undefined;
  const local = `${day}T${time ?? "23:59:59"}`;
  const instant = zone
    ? new Date(local + zone.toUpperCase().replace(/(\d\d)(\d\d)$/, "$1:$2"))
    : officeMoment(local);
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}

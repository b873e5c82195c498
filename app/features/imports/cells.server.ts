import { latinDigits } from "~/domain/digits";
import { folded } from "~/domain/fold";
import { ofWord } from "./choices";

/** «مارس», `March` and `Mar`, by their folded names. */
const months = new Map(
  Array.from({ length: 12 }, (_, index) => index).flatMap((index) =>
    (["ar-EG", "en"] as const).flatMap((locale) =>
      (["long", "short"] as const).map((month): [string, string] => [
        folded(
          new Intl.DateTimeFormat(locale, { month, timeZone: "UTC" }).format(
            new Date(Date.UTC(2000, index, 1)),
          ),
        ),
        String(index + 1),
      ]),
    ),
  ),
);

/** `31/12/2026`, `2026/12/31`, `31-Dec-2026` and a time of day behind it, beside `2026-12-31`. */
export const date = {
  kind: "date" as const,
  hint: "مثل 2026-12-31 أو 31/12/2026",
  read(text: string) {
    const [date = ""] = latinDigits(text.slice(0, 50)).split(/(?<=\d{4}|\d\d)[T ]+\d{1,2}:/);
    const [first = "", named = "", third = "", ...more] = date.split(/[\s/.-]+/);
    const second = ofWord(months, named) ?? named;
    if (more.length || ![first, second, third].every((part) => /^\d{1,4}$/.test(part))) return text;
    const [year, day] = first.length === 4 ? [first, third] : [third, first];
    return [year, second.padStart(2, "0"), day.padStart(2, "0")].join("-");
  },
};

/** Dots and long dashes between digits, as people and phones write them. */
export const phone = {
  own: "code" as const,
  read: (text: string) => text.replaceAll(".", " ").replace(/[‐-―−]/g, "-"),
};

export const percent = {
  hint: "من 0 إلى 100، وتكون 0 إن تركت",
  read: (text: string) => text.replace(/\s*[%٪]$/, ""),
};

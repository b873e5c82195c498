import { later } from "~/domain/dates";

/** The periods of the financial reports (spec §2), and a free one. */
export const periodLabels = {
  daily: "يومي",
  weekly: "أسبوعي",
  monthly: "شهري",
  yearly: "سنوي",
  free: "مدة أخرى",
};
/** The label for all times. */
export const wholeTime = "كل المدة";
export type PeriodName = keyof typeof periodLabels;

/** Days of the office, both included; `on` is the day that chose the period. */
export type Span = { period: PeriodName; on: string; from: string; to: string };

/** The first and the last day that addresses may name (domain/input.server). */
export const showable = { first: "1900-01-01", last: "2199-12-31" };
export const isShowable = (day: string) => day >= showable.first && day <= showable.last;

/** The period that contains a day. A week has the seven days from Sunday to Saturday, as offices work in Saudi Arabia. */
export function spanAround(period: Exclude<PeriodName, "free">, on: string): Span {
  const span = (from: string, to: string) => ({ period, on, from, to });
  if (period === "daily") return span(on, on);
  if (period === "weekly") {
    const sunday = later(on, -new Date(on).getUTCDay());
    return span(sunday, later(sunday, 6));
  }
  if (period === "yearly") return span(`${on.slice(0, 4)}-01-01`, `${on.slice(0, 4)}-12-31`);
  return span(`${on.slice(0, 7)}-01`, lastOfMonth(on));
}

export function lastOfMonth(day: string) {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

const monthName = new Intl.DateTimeFormat("ar-u-ca-gregory-nu-latn", { month: "long", timeZone: "UTC" });

/** «أسبوع الأحد 2026-11-15 إلى السبت 2026-11-21» */
export function textOfSpan({ period, from, to }: Span) {
  if (period === "daily") return `يوم ${from}`;
  if (period === "weekly") return `أسبوع الأحد ${from} إلى السبت ${to}`;
  if (period === "monthly") return `شهر ${monthName.format(new Date(from))} ${from.slice(0, 4)}`;
  if (period === "yearly") return `سنة ${from.slice(0, 4)}`;
  return `من ${from} إلى ${to}`;
}

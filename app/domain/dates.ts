/** The Hijri date, `1 رجب 1447`, where the calendar's tables are right (1420 to 1450 AH); otherwise null. */
export function hijri(date: string): string | null {
  if (date < "1999-04-17" || date > "2029-05-13") return null;
  return new Intl.DateTimeFormat("ar-SA-u-ca-islamic-umalqura-nu-latn", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${date}T00:00:00Z`));
}

/** How many days `to` comes after `from`; both `YYYY-MM-DD`. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The date so many days later, `YYYY-MM-DD`. */
export const later = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

/** The number of days from `from` to `to`, both `YYYY-MM-DD`. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The date that is `days` days later, `YYYY-MM-DD`. */
export const later = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

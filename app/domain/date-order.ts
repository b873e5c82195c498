import { invalid } from "./domain-error";

type Dates = { start_date: string; end_date: string };

/** @throws DomainError invalid, at the date that was sent */
export function checkDates({ start_date, end_date }: Dates, change: Partial<Dates>) {
  if (end_date >= start_date) return;
  throw change.end_date
    ? invalid("end_date", "تاريخ النهاية قبل تاريخ البداية")
    : invalid("start_date", "تاريخ البداية بعد تاريخ النهاية");
}

import type { Field, Fields } from "~/domain/fields";
import { paper, percent, sum } from "./cells.server";
import { oneOf } from "./choices";
import { date } from "./dates.server";
import type { CellReader } from "./importable.server";
import { nationalityOf } from "./nationalities.server";

/** The readers of an entity's fields in a file (domain/fields.ts). */
export const fieldReadings = (fields: Fields): Record<string, CellReader> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, readingOf(field)]));

function readingOf(field: Field): CellReader {
  switch (field.kind) {
    case "choice":
      return oneOf(Object.entries(field.choices), field.otherWords);
    case "flag":
      return oneOf(Object.entries(field.words));
    case "date":
      return date;
    case "code":
      return { ...paper, ...(field.hint && { hint: field.hint }) };
    case "price":
      return sum;
    case "percent":
      return percent;
    case "country":
      return { read: nationalityOf, hint: "اسم الدولة أو رمزها أو النسبة إليها، مثل اليمن أو YEM أو يمنية" };
    default:
      return field.hint ? { hint: field.hint } : {};
  }
}

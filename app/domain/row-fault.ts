import { nouns } from "./nouns";

/** What stands in the place of a row that cannot be drawn: one row must not end the page of all the others. */
export type RowFault = { id: number | string | null; name: string; fault: string };

const sentence = "تعذر عرض هذا السطر";

/** The columns that name rows, of all tables, without their numbers. */
const nameColumns = new Set<string>(Object.values(nouns).map(({ name }) => name));
nameColumns.delete("id");

/** Names a row that cannot be drawn by what is readable of it. */
export function rowFaultOf(row: unknown): RowFault {
  const columns = Object(row) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? value : null);
  const id = text(columns.id);
  const nameColumn = Object.keys(columns).find((column) => nameColumns.has(column) && text(columns[column]));
  const name = String(nameColumn ? columns[nameColumn] : (id ?? "")).slice(0, 100);
  return { id, name, fault: sentence };
}

export const isRowFault = (row: unknown): row is RowFault =>
  typeof row === "object" && row !== null && "fault" in row && row.fault === sentence;

/** «أحمد بن سالم: تعذر عرض هذا السطر» */
export const faultWords = ({ name, fault }: RowFault) => [name, fault].filter(Boolean).join(": ");

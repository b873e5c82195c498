import { nouns } from "./nouns";

/** What stands in the place of a row that cannot be drawn: a fault in one row must not end the page of all the others. */
export type UndrawnRow = { id: number | string | null; name: string; undrawn: string };

const sentence = "تعذر عرض هذا السطر";

/** The columns that name rows, of all tables, without their numbers. */
const nameColumns = new Set<string>(Object.values(nouns).map(({ name }) => name));
nameColumns.delete("id");

/** Names a row that cannot be drawn by what is readable of it. */
export function undrawnOf(row: unknown): UndrawnRow {
  const columns = Object(row) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? value : null);
  const id = text(columns.id);
  const named = Object.keys(columns).find((column) => nameColumns.has(column) && text(columns[column]));
  const name = String(named ? columns[named] : (id ?? "")).slice(0, 100);
  return { id, name, undrawn: sentence };
}

export const isUndrawn = (row: unknown): row is UndrawnRow =>
  typeof row === "object" && row !== null && "undrawn" in row && row.undrawn === sentence;

/** «أحمد بن سالم: تعذر عرض هذا السطر» */
export const undrawnWords = ({ name, undrawn }: UndrawnRow) => [name, undrawn].filter(Boolean).join(": ");

import type { Field, Fields, RowOf } from "~/domain/fields";
import { codesOf } from "~/domain/fields.server";
import type { SheetColumn } from "./sheets.server";

/** In characters, of a kind of field that is not of the usual width. */
const widths: Partial<Record<Field["kind"], number>> = { phone: 18, email: 28 };

/** The columns of a sheet of an entity whose fields are told (domain/fields.ts). */
export function fieldColumns<Of extends Fields>({ fields }: { fields: Of }): SheetColumn<RowOf<Of>>[] {
  const names = Object.keys(fields);
  for (const [name, { sheet }] of Object.entries(fields)) {
    if (!sheet?.after) continue;
    names.splice(names.indexOf(name), 1);
    names.splice(names.indexOf(sheet.after) + 1, 0, name);
  }
  return names.map((name) => columnOf(name, fields[name] as Field));
}

function columnOf<Row extends object>(name: string, field: Field): SheetColumn<Row> {
  const words = codesOf({ field }).field;
  const valueOf = (row: Row) => (row as Record<string, string | number | null>)[name];
  return {
    head: field.label,
    width: field.sheet?.width ?? widths[field.kind],
    ...(field.kind === "date" && { kind: "date" }),
    ...((field.kind === "price" || field.kind === "percent") && { kind: "number" }),
    cell: words ? (row) => words[String(valueOf(row))] ?? valueOf(row) : valueOf,
  };
}

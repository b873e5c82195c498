import { type Field, type Fields, namesInOrder } from "~/domain/fields";
import { codesOf } from "~/domain/fields.server";
import { officeTime } from "~/domain/office-day.server";
import type { SheetColumn } from "./sheet";

/** The column widths of these kinds of field, in characters, if they are not the usual one. */
const widths: Partial<Record<Field["kind"], number>> = { phone: 18, email: 28, moment: 18 };

/**
 * The columns of a sheet of an entity with fields (domain/fields.ts).
 * @param others replaces parts of columns by their field's name, and adds columns at the end
 */
export function fieldColumns<Row extends object>(
  { fields }: { fields: Fields },
  others: { [Name in keyof Row]?: Partial<SheetColumn<Row>> & { behind?: SheetColumn<Row>[] } } = {},
): SheetColumn<Row>[] {
  return namesInOrder(fields).flatMap((name) => {
    if (fields[name]?.inSheet === false) return [];
    const { behind: more = [], ...own } = others[name as keyof Row] ?? {};
    return [{ ...columnOf<Row>(name, fields[name] as Field), ...own }, ...more];
  });
}

function columnOf<Row extends object>(name: string, field: Field): SheetColumn<Row> {
  const common = {
    head: field.label,
    width: field.sheet?.width ?? widths[field.kind],
    isCode: field.kind === "phone" || field.kind === "code",
  };
  const valueIn = (row: Row) => (row as Record<string, string | number | null>)[name];
  const words = codesOf({ field }).field;
  if (words) return { ...common, cell: (row) => wordFor(valueIn(row), words) };
  if (field.kind === "references") return { ...common, cell: (row) => namesIn(row, name) };
  if (field.kind === "reference") return { ...common, ...referenceCell(name, field) };
  if (field.kind === "date" || field.kind === "documentDate")
    return { ...common, kind: "date", cell: valueIn };
  if (field.kind === "moment")
    return { ...common, isCode: true, cell: (row) => valueIn(row) && officeTime(String(valueIn(row))) };
  return { ...common, kind: numbers.has(field.kind) ? "number" : undefined, cell: valueIn };
}

/** A code's word; a code without one as it is stored. */
const wordFor = (code: string | number | null | undefined, words: Readonly<Record<string, string>>) =>
  Object.hasOwn(words, String(code)) ? words[String(code)] : code;

const numbers = new Set<Field["kind"]>(["wholeNumber", "percent", "price"]);

/** For the field `package_ids`: the names in the row's `packages`. */
const namesIn = (row: object, name: string) =>
  (row as Record<string, { name: string }[]>)[name.replace(/_ids$/, "s")]?.map(({ name }) => name).join("، ");

/** For the field `city_id`: the name in the row's `city`. */
function referenceCell(name: string, { by = "name" }: { by?: string }) {
  const target = name.replace(/_id$/, "");
  return {
    ...(by === "value" && { kind: "number" as const }),
    cell: (row: object) => (row as Record<string, Record<string, string | number> | null>)[target]?.[by],
  };
}

import type { Field, Fields } from "~/domain/fields";
import { ActiveBadge } from "./status-badge";
import type { Column } from "./table";

type Value = string | number | boolean | null;

const kinds: Partial<Record<Field["kind"], Column<never>["kind"]>> = {
  phone: "code",
  code: "code",
  latinName: "code long",
  latinText: "code long",
  email: "code long",
  percent: "n",
  price: "n",
  wholeNumber: "n",
};

/**
 * The usual column of a field in a table: its label, and its value or «—».
 * @param more replaces parts of the column
 */
export function fieldColumn<Row, Of extends Fields>(
  { fields }: { fields: Of },
  name: keyof Of & keyof Row & string,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  const field = fields[name] as Field;
  return {
    label: field.label,
    kind: kinds[field.kind],
    cell: (row) => cellOf(field, row[name] as Value),
    ...more,
  };
}

function cellOf(field: Field, value: Value) {
  if (value === null || value === "") return "—";
  if (field.kind === "choice") return field.choices[String(value)];
  if (field.kind === "flag") return <ActiveBadge active={value === true} />;
  return value as string | number;
}

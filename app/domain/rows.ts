/**
 * The rows that a form has under one name: the values of a row's columns in turn, since the names of forms are flat.
 * @param names of the columns
 */
export function rowsOfFlat<Name extends string>(
  flat: unknown,
  names: readonly Name[],
): Record<Name, string>[] {
  const values = [flat ?? []].flat();
  return Array.from({ length: Math.ceil(values.length / names.length) }, (_, row) => {
    const cells = names.map((name, column) => [name, textOf(values[row * names.length + column])]);
    return Object.fromEntries(cells) as Record<Name, string>;
  });
}

const textOf = (value: unknown) => String(value ?? "").trim();

/** The rows of a form without the blank ones, or those of a call: a list of objects. Undefined for what is no list of rows. */
export function readRows<Name extends string>(
  sent: unknown,
  names: readonly Name[],
): { [name in Name]?: unknown }[] | undefined {
  const values = [sent ?? []].flat();
  if (values.every((value) => typeof value === "string")) {
    const rows = rowsOfFlat(values, names).filter((row) => names.some((name) => row[name]));
    return rows.length && values.length % names.length ? undefined : rows;
  }
  const isRow = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  return values.every(isRow) ? (values as { [name in Name]?: unknown }[]) : undefined;
}

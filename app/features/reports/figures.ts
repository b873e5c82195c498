import { holdsAny, type Permission, type SessionUser } from "~/domain/permissions";

/* What the figures of both families of reports share. */

/** The address of the list whose filters show exactly the rows that a figure counts, if the user may open it. */
export function listOf(
  user: SessionUser,
  { write, path }: { write: Permission; path: string },
  filters: Record<string, string | number | boolean | undefined> = {},
) {
  if (!holdsAny(user, [write])) return undefined;
  const filterTexts = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  );
  return filterTexts.length ? `${path}?${new URLSearchParams(filterTexts)}` : path;
}

export const inDigits = (count: number) => count.toLocaleString("en-US");

/** A part of a whole in percent, to one decimal; null if the whole is 0. */
export const share = (part: number, whole: number) => (whole ? Math.round((part * 1000) / whole) / 10 : null);

/** The sum of a column over rows. */
export const sumOf = <Name extends string>(rows: Record<Name, number>[], name: Name) =>
  rows.reduce((sum, row) => sum + row[name], 0);

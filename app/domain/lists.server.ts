import { z } from "zod";
import { id } from "./input.server";
import { readRows } from "./rows";

/*
 * Lists and records of a body. Each has a maximum that is checked before any of its elements is read: zod itself reads them all
 * first, and has an issue with a sentence for each wrong one. No other file makes a schema of a list, a record, a map or a set.
 */

const sizeOf = (value: unknown) =>
  Array.isArray(value) ? value.length : value && typeof value === "object" ? Object.keys(value).length : 0;

/** Checks the size of a value before the schema reads it. */
function limited<Schema extends z.ZodType>(most: number, sentence: string, schema: Schema) {
  return z.preprocess((value, context) => {
    if (sizeOf(value) <= most) return value;
    context.addIssue({ code: "custom", message: sentence });
    return z.NEVER;
  }, schema);
}

const tooMany = (most: number) => `القائمة أطول من المسموح (${most})`;

/**
 * A list of at most `most` elements.
 * @param sentences what is said of a longer one, and of what is no list
 */
export const list = <Element extends z.ZodType>(
  element: Element,
  most: number,
  { long = tooMany(most), wrong = "القيمة ليست قائمة" } = {},
) => limited(most, long, z.array(element, wrong));

/** An object of at most `most` values, by any names. */
export const record = <Value extends z.ZodType>(value: Value, most: number) =>
  limited(most, tooMany(most), z.record(z.string(), value));

/** The most other rows that a field of ids names, unless it says another number. */
export const mostIds = 200;

/**
 * The ids of other rows, each once, at most `most`; undefined if not sent. A form sends the field empty beside its ticked boxes,
 * so that an empty list differs from a missing field.
 */
export function ids(most = mostIds) {
  const one = id();
  const long = `اختر من القائمة، ${most} على الأكثر`;
  const asList = (value: unknown) => (value === null || value === "" ? [] : [value]);
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : asList(value)),
    list(z.unknown(), most + 1, { long }) // one more, which is the empty one
      .transform((all) => all.filter((each) => each !== ""))
      .refine((all) => all.length <= most, long)
      .refine((all) => all.every((each) => one.safeParse(each).success), "اختر من القائمة")
      .transform((all) => [...new Set(all.map((each) => one.parse(each)))].sort((a, b) => a - b))
      .optional(),
  );
}

/** The most fields of a form (http/body.server.ts). */
export const mostOfForm = 300;

/**
 * The rows of a field: of a call as a list of objects, of a form as `readRows` reads them.
 * @param wrong the sentence for what is no list of rows
 * @param faultOf what is wrong with the first row to blame
 * @param read gives a row without fault
 */
export const rows = <Name extends string, Row>(
  names: readonly Name[],
  {
    most,
    long,
    wrong,
    faultOf,
    read,
  }: {
    most: number;
    long: string;
    wrong: string;
    faultOf: (all: SentRow<Name>[]) => string | undefined;
    read: (row: SentRow<Name>) => Row;
  },
) =>
  limited(mostOfForm, long, z.unknown()).transform((sent, context): Row[] => {
    const all = readRows(sent, names);
    const fault = all ? (all.length > most ? long : faultOf(all)) : wrong;
    if (fault) context.addIssue({ code: "custom", message: fault });
    return all && !fault ? all.map(read) : z.NEVER;
  });

type SentRow<Name extends string> = { [name in Name]?: unknown };

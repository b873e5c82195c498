import type { TableName } from "./nouns";

/*
 * An entity's fields (docs/decisions/fields.md): the label and kind of each, and what differs from the kind's usual. The row's
 * type, the schema, the columns of its select, its sheet and its imported files, and the words of the audit log are made
 * from them. Safe for the browser.
 */

type Usual = {
  label: string;
  /** May be left empty; it is null then. */
  optional?: true;
  /** Set by the office: nobody types or imports it. */
  computed?: true;
  /** Is no column of its table: it is kept under another name. */
  stored?: false;
  /** May be missing in a creation, since the column has a default. */
  hasDefault?: true;
  /** The value of an empty or missing field. */
  usual?: string | number;
  /** Its column in a sheet: the width in characters, and the field before it, if that is not the one before it here. */
  sheet?: { width?: number; after?: string };
  inSheet?: false;
  /** The help text of its column in an imported file. */
  hint?: string;
};

/** The kinds of field with what each needs to know. */
export type Field = Usual &
  /** latinText: in Latin letters. */
  (
    | { kind: "text" | "longText" | "latinText"; max: number }
    /** @property ofPaper it is a paper's number: «لا يوجد» and its like are none */
    | { kind: "code"; max: number; ofPaper?: true }
    /** A person's name as in the passport, in capitals. */
    | { kind: "latinName" }
    /** moment: a day and hour, an instant in UTC for calls. */
    | { kind: "phone" | "email" | "date" | "documentDate" | "time" | "moment" }
    /** Holds an ISO 3166 alpha-3 code. */
    | { kind: "country" }
    /** @property otherWords further words for the choices in imported files, beside code and label */
    | {
        kind: "choice";
        choices: Readonly<Record<string, string>>;
        otherWords?: Readonly<Record<string, string>>;
      }
    | { kind: "flag"; words: { true: string; false: string } }
    | { kind: "wholeNumber"; min?: number; max: number }
    /** Has two decimals. @property wrong the sentence for an invalid value */
    | { kind: "percent"; wrong: string }
    /** Is an amount in the currency of its row. @property wrong the sentence for what is no amount, or a negative one */
    | { kind: "price"; wrong?: string }
    /**
     * @property by the column that names the row to which it refers, if it is not `name`
     * @property shows the columns of that row that are shown too: those of `agent_id` as `agent: { id, name }`
     */
    | { kind: "reference"; to: TableName; by?: string; shows?: readonly string[] }
    /** Refers to several rows: `package_ids` is sent, and `packages` are shown. */
    | { kind: "references"; to: TableName }
  );

export type Fields = Readonly<Record<string, Field>>;

type Value<Of extends Field> = Of extends { kind: "choice"; choices: infer Choices }
  ? keyof Choices & string
  : Of["kind"] extends "flag"
    ? boolean
    : Of["kind"] extends "references"
      ? number[]
      : Of["kind"] extends "wholeNumber" | "percent" | "price" | "reference"
        ? number
        : string;

type OrNull<Of extends Field, Type> = Of extends { optional: true } ? Type | null : Type;
type RowKeys = { id: number; created_at: string; updated_at: string };

/** The names of the fields that have not this trait. */
type Without<Of extends Fields, Trait> = keyof {
  [Name in keyof Of as Of[Name] extends Trait ? never : Name]: 0;
} &
  keyof Of;
type Single<Of extends Fields> = Without<Of, { kind: "references" }>;
type Column<Of extends Fields> = Without<Of, { kind: "references" } | { stored: false }>;

/** The rows to which a row refers, as far as its fields show them. */
type ShownRows<Of extends Fields> = {
  -readonly [Name in keyof Of as Of[Name] extends { shows: readonly string[] }
    ? Name extends `${infer Base}_id`
      ? Base
      : never
    : never]: Of[Name] extends { shows: readonly (infer Shown extends string)[] }
    ? OrNull<Of[Name], { id: number } & Record<Shown, string>>
    : never;
};

/** A row as screens and calls show it. Each entity adds the type of its references to several rows by hand. */
export type RowOf<Of extends Fields> = {
  -readonly [Name in Single<Of>]: OrNull<Of[Name], Value<Of[Name]>>;
} & ShownRows<Of> &
  RowKeys;

/** A row as the database has it: exact amounts are texts. */
export type StoredOf<Of extends Fields> = {
  -readonly [Name in Column<Of>]: OrNull<Of[Name], Exclude<InputOf<Of[Name]>, number[]>>;
} & RowKeys;

/** The values of a row that users enter, as they are stored. */
export type TypedOf<Of extends Fields> = Pick<StoredOf<Of>, Column<Of> & Without<Of, { computed: true }>>;

/** The traits of a field that the office sets and no sheet has. */
export const internal = { computed: true, inSheet: false } as const;

/** What a row shows of these fields, but for references to several rows. */
export const shownNames = (fields: Fields) => [
  "id",
  ...Object.keys(fields).filter((name) => fields[name]?.kind !== "references"),
  "created_at",
  "updated_at",
];

/** The columns of a table with these fields. */
export const columnNames = (fields: Fields) =>
  shownNames(fields).filter((name) => fields[name]?.stored !== false);

/** The columns with exact amounts, which the database gives as texts. */
export const exactNames = (fields: Fields) =>
  shownNames(fields).filter((name) => ["price", "percent"].includes(fields[name]?.kind ?? ""));

/** The names of fields in the order of their columns in a sheet. */
export function namesInOrder<Of extends Fields>(fields: Of, before?: string): (keyof Of & string)[] {
  const names = Object.keys(fields).filter((name) => fields[name]?.sheet?.after === before);
  return names.flatMap((name) => [name, ...namesInOrder(fields, name)]);
}

/** The type of a sent value. Decimals are exact texts until they are stored. */
export type InputOf<Of extends Field> = Of["kind"] extends "percent" | "price" ? string : Value<Of>;

/**
 * Adds the labels of its fields to an entity. The default key of its lists is the table's name, that of one row its singular.
 * @param otherLabels the labels of further fields in its form
 */
export const withLabels = <
  const Of extends Fields,
  More extends { table: TableName; key?: string },
  Other extends string = never,
>(
  entity: More & { fields: Of },
  otherLabels?: Record<Other, string>,
) => {
  const labels = Object.fromEntries(Object.entries(entity.fields).map(([name, { label }]) => [name, label]));
  const { key = entity.table } = entity;
  return {
    key,
    item: key.replace(/ies$/, "y").replace(/s$/, ""),
    ...entity,
    labels: { ...labels, ...otherLabels } as Record<(keyof Of & string) | Other, string>,
  };
};

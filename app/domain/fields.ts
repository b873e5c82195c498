import type { TableName } from "./nouns";

/*
 * An entity's fields, told once (docs/decisions/fields.md): what each is called, of which kind it is, and what differs from
 * what is usual of the kind. The row's type, the schema, the columns of its select, its sheet and its imported files, and the
 * words of the audit log are made of them. Safe for the browser.
 */

type Usual = {
  label: string;
  /** It may be left empty, and is null then. */
  optional?: true;
  /** The office gives it: nobody types or imports it. */
  computed?: true;
  /** A creation may leave it out: the column has a default. */
  hasDefault?: true;
  /** What an emptied or missing one stands for. */
  usual?: string | number;
  /** Its column of a sheet: how wide in characters, and behind which field where that is not the one before it. */
  sheet?: { width?: number; after?: string };
  inSheet?: false;
  /** What is told of its column in an imported file. */
  hint?: string;
};

/** What a field may hold, and what its kind must know. */
export type Field = Usual &
  /** latinText: in Latin letters. */
  (
    | { kind: "text" | "longText" | "code" | "latinText"; max: number }
    /** A person's name as in the passport, in capitals. */
    | { kind: "latinName" }
    | { kind: "phone" | "email" | "date" | "documentDate" | "time" }
    /** ISO 3166 alpha-3. */
    | { kind: "country" }
    /** @property otherWords what an imported file may say for a choice, beside its code and its label */
    | {
        kind: "choice";
        choices: Readonly<Record<string, string>>;
        otherWords?: Readonly<Record<string, string>>;
      }
    | { kind: "flag"; words: { true: string; false: string } }
    | { kind: "wholeNumber"; min?: number; max: number }
    /** Two decimals. @property wrong the sentence for what is none */
    | { kind: "percent"; wrong: string }
    /** A price in the currency of its row. */
    | { kind: "price" }
    /** @property by the column that tells what it refers to, where that is not its name */
    | { kind: "reference"; to: TableName; by?: string }
    /** Several rows: `package_ids` is sent, and `packages` are shown. */
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

/** A row as screens and calls show it; what several rows are referred to by is told of each entity by hand. */
export type RowOf<Of extends Fields> = {
  -readonly [Name in keyof Of as Of[Name]["kind"] extends "references" ? never : Name]: Of[Name] extends {
    optional: true;
  }
    ? Value<Of[Name]> | null
    : Value<Of[Name]>;
} & { id: number; created_at: string; updated_at: string };

/** What a field is sent as: a decimal is an exact text until it is stored. */
export type InputOf<Of extends Field> = Of["kind"] extends "percent" | "price" ? string : Value<Of>;

/**
 * An entity with what its fields are called; a list of it is called like its table in the answers of calls, if nothing else is told.
 * @param otherLabels of what its form has beside them
 */
export const withLabels = <
  const Of extends Fields,
  More extends { table: TableName },
  Other extends string = never,
>(
  entity: More & { fields: Of },
  otherLabels?: Record<Other, string>,
) => {
  const labels = Object.fromEntries(Object.entries(entity.fields).map(([name, { label }]) => [name, label]));
  return {
    key: entity.table as string,
    ...entity,
    labels: { ...labels, ...otherLabels } as Record<(keyof Of & string) | Other, string>,
  };
};

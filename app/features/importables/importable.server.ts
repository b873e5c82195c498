import type { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import type { FieldErrors } from "~/domain/domain-error";
import type { Entity } from "~/domain/entity";
import type { SessionUser } from "~/domain/permissions";
import { otherNames } from "./headings";
import type { ImportedTable, Outcome, QuestionTexts } from "./import";

/**
 * What a cell of a field says, as the field's schema takes it; undefined for a word that it does not know, or the sentence that
 * says what is wrong in it.
 */
export type Read = (text: string) => string | undefined | { fault: string };

/** How a field is read. */
export type CellReader = {
  kind?: "date";
  /** What is written in its cells, for who fills in the template. */
  hint?: string;
  read?: Read;
  /** In place of `read`: for what a cell says by itself only together with the others of its column. */
  readColumn?: (texts: string[]) => Read;
  /** How else its column may be headed, beside what the field is called in every file; divided by «،». */
  others?: string;
  /** Whether a trial shows it in a column of its own, as words or as a code. */
  own?: "words" | "code";
};

export type Column = {
  field: string;
  label: string;
  isRequired: boolean;
  kind?: "date";
  hint: string;
  /** @param texts all cells of the column that are not blank */
  readColumn: (texts: string[]) => Read;
  others: string[];
  own?: "words" | "code";
};

/** What becomes of a row of a file. */
export type Verdict = {
  line: number;
  /** As they came; a date as it was understood. */
  cells: Record<string, string>;
  outcome: Outcome;
  /** What is wrong in which cell. */
  faults: FieldErrors;
  /** What would be made. */
  input?: object;
  /** Which row of the table it is, where it is there already, or may be. */
  id?: number;
  /** Somebody said that it is not the one that it may be, or wants it in spite of what was asked. */
  isOther?: boolean;
  /** The line of the file that it repeats. */
  repeats?: number;
};

/** The user and the choices that rows are judged by. */
export type JudgementScope = {
  user: SessionUser;
  /** The lines that are wanted in spite of what is asked of them. */
  others: Set<number>;
  /** Whether they are made next, in the same transaction: what they are judged by is locked until then. */
  isHeld: boolean;
};

/** What can be imported: the columns of its files, how its rows are judged, and how they are made. */
export type Importable = {
  entity: Entity & { table: ImportedTable };
  /** Of a row of the file, once its cells are read. */
  schema: z.ZodObject;
  columns: Column[];
  labels: Record<string, string>;
  /** By what a record is known that is there already. */
  identity: string;
  /** Whether one is opened on a page of its own; else in its form. */
  hasPage?: true;
  /** What is asked of rows that are taken only when somebody says so. */
  asking?: QuestionTexts;
  /** What is checked of a row beyond the schema. @throws DomainError invalid */
  check?: (input: object) => void;
  /** Judges the rows of the outcome `new` by what is stored and by each other, and completes what would be made. */
  settle: (db: Db, verdicts: Verdict[], scope: JudgementScope) => Promise<void>;
  /** Makes all of them. @throws DomainError */
  createAll: (trx: Transaction, inputs: never[], by: By) => Promise<unknown>;
};

/** The columns of a kind's files, in the order of their labels. */
export function columnsOf(
  labels: Record<string, string>,
  schema: z.ZodObject,
  readings: Partial<Record<string, CellReader>>,
): Column[] {
  return Object.entries(labels)
    .filter(([field]) => field in schema.shape)
    .map(([field, label]) => {
      const { others, read = (text: string) => text, ...reading } = readings[field] ?? {};
      return {
        field,
        label,
        isRequired: !(schema.shape[field] as z.ZodType).safeParse(undefined).success,
        hint: "",
        readColumn: () => read,
        ...reading,
        others: [otherNames[field], others].flatMap((names) => names?.split("،") ?? []),
      };
    });
}

import type { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import type { FieldErrors } from "~/domain/domain-error";
import type { Entity } from "~/domain/entity";
import type { SessionUser } from "~/domain/permissions";
import { otherNames } from "./headings";
import type { Answer, ColumnQuestion, ImportedTable, Outcome, QuestionTexts } from "./import";

/**
 * The value of a cell for the field's schema, with a remark on how it was read; undefined for an unknown word; or a fault with a
 * sentence, which an answer about the whole column may remove.
 */
export type Reading =
  | string
  | undefined
  | { value: string; mark?: string }
  | { fault: string; asks?: ColumnQuestion };
export type Read = (text: string) => Reading;

/** The reader of a field. */
export type CellReader = {
  kind?: "date";
  /** Whether its numbers are read digit by digit: a telephone, or a paper, which may have none. */
  isCode?: "telephone" | "paper";
  /** Whether it is a sum of money. */
  isSum?: true;
  /** Help for whoever fills in the template. */
  hint?: string;
  read?: Read;
  /** Replaces `read` for cells that are only clear from their whole column, such as dates, or from a user's answer about it. */
  readColumn?: (texts: string[], answer?: Answer) => Read;
  /** Further headings of its column, beside those in files of every kind; separated by «،». */
  others?: string;
  /** Shows the field in a column of its own in the check, as words or as a code. */
  own?: "words" | "code";
};

export type Column = {
  field: string;
  label: string;
  isRequired: boolean;
  kind?: "date";
  isCode?: "telephone" | "paper";
  isSum?: true;
  hint: string;
  /** @param texts all cells of the column that are not blank */
  readColumn: (texts: string[], answer?: Answer) => Read;
  others: string[];
  own?: "words" | "code";
};

/** The result of checking a row. */
export type Verdict = {
  line: number;
  /** The cells as they were read; dates as they were understood. */
  cells: Record<string, string>;
  outcome: Outcome;
  /** The faults by field. */
  faults: FieldErrors;
  /** The papers whose cells say that there is no number. */
  numberless?: string[];
  /** By field: remarks on how its cell was read. */
  marks?: Record<string, string>;
  /** By field: the question about its column without whose answer its cell is a fault, and the fault. */
  asks?: Record<string, { question: ColumnQuestion; fault: string }>;
  /** The values for creating the record. */
  input?: object;
  /** The id of the stored record that it equals or may equal. */
  id?: number;
  /** Whether somebody has answered that it is another person, or that it is wanted all the same. */
  isOther?: boolean;
  /** The line of the file that it repeats. */
  repeats?: number;
};

/** The user, the answers and the locks of a check. */
export type JudgementScope = {
  user: SessionUser;
  /** The lines that somebody wants despite their question. */
  others: Set<number>;
  /** Whether the same transaction imports the rows next: then the data for the check stays locked until its end. */
  isHeld: boolean;
};

/** A kind of record that can be imported: the columns of its files, how rows are checked, and how records are created. */
export type Importable = {
  entity: Entity & { table: ImportedTable };
  /** The schema of a row of read cells. */
  schema: z.ZodObject;
  columns: Column[];
  labels: Record<string, string>;
  /** The property that identifies an existing record, in words. */
  identity: string;
  /** Whether a record opens on a page of its own; otherwise in its form. */
  hasPage?: true;
  /** The texts for rows that are imported only if somebody wants them. */
  asking?: QuestionTexts;
  /** Checks a row beyond the schema. @throws DomainError invalid */
  check?: (input: object) => void;
  /** Checks the rows of the outcome `new` against stored records and each other, and completes their values. */
  settle: (db: Db, verdicts: Verdict[], scope: JudgementScope) => Promise<void>;
  /** Creates the records. @throws DomainError */
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

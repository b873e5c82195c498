import { type Noun, nouns, type TableName } from "./nouns";
import type { Permission } from "./permissions";

/** What screens and calls must know of an entity, told once: `x.ts` of its folder has it. Safe for the browser. */
export type Entity<Field extends string = string> = {
  /** Its table, and with it its nouns. */
  table: TableName;
  /** What its screens call it, where that is not the table's noun. */
  noun?: Partial<Noun>;
  /** Where its list is; its dialogs lie below. */
  path: string;
  /** The keys of a list and of one row in the answers of calls (rulings §1). */
  key: string;
  item: string;
  /** Who may write, and who else may read by call (rulings §2). */
  write: Permission;
  read?: readonly Permission[] | "any session";
  /** Whether a call that reads its whole list leaves a line in the audit log (rulings §2): its rows are people. */
  isNoted?: true;
  /** The only user type that may delete, where not everybody who writes may. */
  removedBy?: "admin";
  /** What its fields are called: in heads of tables, forms and refusals. */
  labels: Record<Field, string>;
  /** What spec §5 says when a required field is missing. */
  required?: string;
  /** The catalogue's words before the reason of a refusal (spec §8), where they are others than «فشل حفظ …», «فشل حذف …». */
  failures?: { save?: string; create?: string; update?: string; remove?: string };
  /** The words for a change that was done, where they are others than «تم حفظ». */
  saved?: string;
};

/** What its screens call an entity. */
export const wordsOf = ({ table, noun }: Pick<Entity, "table" | "noun">): Noun => ({
  ...nouns[table],
  ...noun,
});

/** Whether the user may delete rows of an entity that they may write. */
export const mayRemove = ({ removedBy }: Pick<Entity, "removedBy">, user: { user_type: string }) =>
  !removedBy || user.user_type === removedBy;

/** Who may read an entity: those who write it, and those whose screens pick one; of an empty list any session. */
export const readersOf = ({ write, read = [] }: Pick<Entity, "write" | "read">) =>
  read === "any session" ? [] : [write, ...read];

import { type Noun, nouns, type TableName } from "./nouns";
import type { Permission } from "./permissions";

/** The facts about an entity that screens and calls share. The file `x.ts` of its folder has them. Safe for the browser. */
export type Entity<Field extends string = string> = {
  /** Its table, which also gives its nouns. */
  table: TableName;
  /** The parts of its noun that differ from the table's. */
  noun?: Partial<Noun>;
  /** The address of its list; those of its dialogs begin with it. */
  path: string;
  /** The keys of a list and of one row in a call's answer (rulings §1). */
  key: string;
  item: string;
  /** The permission to write, and the further ones that may read by call (rulings §2). */
  write: Permission;
  read?: readonly Permission[] | "any session";
  /** Whether a call of the whole list leaves a line in the audit log (rulings §2), since its rows are people. */
  isNoted?: true;
  /** The only user type that may delete, if not everybody who may write. */
  removedBy?: "admin";
  /** The labels of its fields, in tables, forms and refusals. */
  labels: Record<Field, string>;
  /** The sentence for a missing required field (spec §5). */
  required?: string;
  /** The catalogue's words before the reason of a refusal (spec §8), if they are not «فشل حفظ …», «فشل حذف …». */
  failures?: { save?: string; create?: string; update?: string; remove?: string };
  /** The message after saving, if it is not «تم حفظ». */
  saved?: string;
};

/** An entity's noun on its screens. */
export const wordsOf = ({ table, noun }: Pick<Entity, "table" | "noun">): Noun => ({
  ...nouns[table],
  ...noun,
});

/** Whether the user, who may write an entity, may also delete its rows. */
export const mayRemove = ({ removedBy }: Pick<Entity, "removedBy">, user: { user_type: string }) =>
  !removedBy || user.user_type === removedBy;

/**
 * The permissions that may read an entity: those to write it, and those whose screens refer to it. An empty list means any
 * session.
 */
export const readersOf = ({ write, read = [] }: Pick<Entity, "write" | "read">) =>
  read === "any session" ? [] : [write, ...read];

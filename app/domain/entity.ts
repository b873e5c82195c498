import type { Permission } from "~/auth/permissions";
import type { TableName } from "./nouns";

/** What screens and calls must know of an entity, told once: `x.ts` of its folder has it. Safe for the browser. */
export type Entity<Field extends string = string> = {
  /** Its table, and with it its nouns. */
  table: TableName;
  /** Where its list is; its dialogs lie below. */
  path: string;
  /** The keys of a list and of one row in the answers of calls (rulings §1). */
  key: string;
  item: string;
  /** Who may write, and who else may read by call (rulings §2). */
  write: Permission;
  read?: readonly Permission[];
  /** Who alone may delete, of those who write. */
  removedBy?: "admin";
  /** What its fields are called: in heads of tables, forms and refusals. */
  labels: Record<Field, string>;
  /** What spec §5 says when a required field is missing. */
  required?: string;
  /** The catalogue's words before the reason of a refusal (spec §8), where they are others than «فشل حفظ …», «فشل حذف …». */
  failures?: { save?: string; remove?: string };
};

/** Whether the user may delete rows of an entity that they may write. */
export const mayRemove = ({ removedBy }: Entity, user: { user_type: string }) =>
  !removedBy || user.user_type === removedBy;

import type { z } from "zod";
import type { Store } from "~/db/store.server";
import type { Entity } from "~/domain/entity";
import type { Fields } from "~/domain/fields";
import type { StoredFile } from "~/domain/file-upload";
import type { Hit } from "~/domain/hit";
import { fieldColumns } from "~/http/field-columns.server";
import type { SheetColumn } from "~/http/sheet";
import type { Visit } from "~/http/visit";
import type { Importable } from "./importables/importable.server";

/** An entity as calls, deletions, sheets, search, imports and the audit log use it. */
export type EntityEntry = {
  entity: Entity & { fields: Fields };
  /** Without `update` a row is not changed: its PUT answers 405. */
  // biome-ignore lint/suspicious/noExplicitAny: a store of any entity's rows
  store: Omit<Store<any, z.ZodObject>, "update"> & Partial<Pick<Store<any, z.ZodObject>, "update">>;
  /** Stores the file of a multipart body, if there is one, before the transaction. */
  file?: (form: FormData, visit: Visit) => Promise<StoredFile | undefined>;
  /** What a call answers to a creation or a change, if that has more than the row. */
  // biome-ignore lint/suspicious/noExplicitAny: a row of any entity
  answer?: (row: any) => object;
  /** The columns of its list as a file. */
  // biome-ignore lint/suspicious/noExplicitAny: a column of any entity's rows
  columns: SheetColumn<any>[];
  /** Its rows in search results. An entity without it is not searched. */
  // biome-ignore lint/suspicious/noExplicitAny: a row of any entity
  hit?: (row: any) => Hit;
  /** The question's further text before a deletion. */
  // biome-ignore lint/suspicious/noExplicitAny: a row of any entity
  deletion?: (row: any) => string;
  /** Its import from a file. An entity without it cannot be imported. */
  imports?: Importable;
  /** The audit log's words for columns that are no fields, and for their codes. */
  log?: { labels: Record<string, string>; codes?: Record<string, Readonly<Record<string, string>>> };
};

/** An entry of the list. Its file has the columns of its fields unless `more` says others. */
export const entryOf = (
  entity: EntityEntry["entity"],
  // biome-ignore lint/suspicious/noExplicitAny: a store of any entity's rows and schema
  store: Omit<Store<any, any>, "update"> & Partial<Pick<Store<any, any>, "update">>,
  more: Partial<Omit<EntityEntry, "entity" | "store">> = {},
): EntityEntry => ({ entity, store, columns: fieldColumns(entity), ...more });

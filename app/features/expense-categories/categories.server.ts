import { z } from "zod";
import { type Db, db } from "~/db/knex.server";
import { searchOf } from "~/db/list.server";
import { whereSearch } from "~/db/search.server";
import { tableStore } from "~/db/store.server";
import { longText, optional, text } from "~/domain/input.server";
import type { ExpenseCategory } from "./category";

const schema = z.object({ name: text(100), description: optional(longText(500)) });

const rows = (db: Db) => db("expense_categories").select("expense_categories.*");

export const categories = {
  ...tableStore<ExpenseCategory, typeof schema>({ table: "expense_categories", schema, rows }),
  /** The categories of a search, whole and by name. */
  async list(params: URLSearchParams): Promise<ExpenseCategory[]> {
    return whereSearch(rows(db).orderBy(["name", "id"]), "fold(' ' || name)", searchOf(params));
  },
};

/** The choices of a select, and of a filter. */
export async function categoryChoices() {
  return (await categories.list(new URLSearchParams())).map(({ id, name }): [number, string] => [id, name]);
}

import { entityStore } from "~/db/entity-store.server";
import { db } from "~/db/knex.server";
import { searchOf } from "~/db/list.server";
import { whereSearch } from "~/db/search.server";
import { category, type ExpenseCategory } from "./category";

export const categories = {
  ...entityStore(category, {}),
  /** All categories that match a search, by name. */
  async list(params: URLSearchParams): Promise<ExpenseCategory[]> {
    return whereSearch(
      db("expense_categories").orderBy(["name", "id"]),
      "fold(' ' || name)",
      searchOf(params),
    );
  },
};

/** The choices of a select, and of a filter. */
export async function categoryChoices() {
  return (await categories.list(new URLSearchParams())).map(({ id, name }): [number, string] => [id, name]);
}

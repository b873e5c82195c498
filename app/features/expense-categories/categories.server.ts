import { type Asked, offer } from "~/db/choices.server";
import { entityStore } from "~/db/entity-store.server";
import { db } from "~/db/knex.server";
import { searchOf } from "~/db/list.server";
import { byName } from "~/db/order.server";
import { whereSearch } from "~/db/search.server";
import { category, type ExpenseCategory } from "./category";

export const categories = {
  ...entityStore(category, {}),
  /** All categories that match a search, by name. */
  async list(params: URLSearchParams): Promise<ExpenseCategory[]> {
    return whereSearch(
      db("expense_categories").orderByRaw(byName("name", "id")),
      "fold(' ' || name)",
      searchOf(params),
    );
  },
};

/** The categories of an expense's form, and of a filter. */
export const categoryOffer = async (asked: Asked) => ({
  category_id: await offer(asked, "category_id", { table: "expense_categories" }),
});

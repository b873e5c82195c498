import type { Knex } from "knex";
import type { z } from "zod";
import { type Asked, offer } from "~/db/choices.server";
import { db, type Transaction } from "~/db/knex.server";
import { idOf, searchOf } from "~/db/list.server";
import { whereSearch } from "~/db/search.server";
import { tableStore } from "~/db/store.server";
import { invalid } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import { optional, text } from "~/domain/input.server";
import { type Expense, expense } from "./expense";

const schema = schemaOf(expense.fields).extend({ category: optional(text(100)) });

type ExpenseInput = z.output<typeof schema>;

const withCategory = (expenses: Knex.QueryBuilder) =>
  expenses.leftJoin("expense_categories", "expense_categories.id", "expenses.category_id");

export const expenses = tableStore<Expense, typeof schema>({
  table: "expenses",
  schema,
  rows: (db) => withCategory(db("expenses")).select("expenses.*", { category: "expense_categories.name" }),
  /** The search finds name, description and category. */
  matching(params) {
    const query = withCategory(db("expenses")).select("expenses.id");
    const category_id = idOf(params, "category_id", expense.labels);
    if (category_id) query.where({ category_id });
    const text = "concat_ws(' ', '', expenses.name, expenses.description, expense_categories.name)";
    return whereSearch(query, `fold(${text})`, searchOf(params));
  },
  async check(trx, { category, ...input }, stored) {
    const category_id = await categoryOf(trx, { category, ...input }, stored?.category_id ?? null);
    return { ...input, category_id };
  },
});

/**
 * The category of an input, by name or by id; undefined if neither was sent. If both were sent, as in a row that was read,
 * changed and sent back, the changed one counts.
 */
async function categoryOf(
  trx: Transaction,
  { category, category_id }: Pick<Partial<ExpenseInput>, "category" | "category_id">,
  stored: number | null,
): Promise<number | null | undefined> {
  if (category === undefined || (category_id !== undefined && category_id !== stored)) {
    if (category_id && !(await trx("expense_categories").where({ id: category_id }).first("id"))) {
      throw invalid("category_id", "اختر فئة من القائمة");
    }
    return category_id;
  }
  if (category === null) return null;
  const categoryRow = await trx("expense_categories").where({ name: category }).first("id");
  if (!categoryRow) throw invalid("category", `لا توجد فئة مصروفات باسم «${category}»`);
  return categoryRow.id;
}

/** The expenses by category and name, for a form. */
export const expenseOffer = (asked: Asked, field: string) =>
  offer<{ id: number; name: string; category: string | null }>(asked, field, {
    table: "expenses",
    rows: withCategory(db("expenses")).select("expenses.id", "expenses.name", {
      category: "expense_categories.name",
    }),
    open: withCategory,
    order: db.raw("expense_categories.name COLLATE by_name, expenses.name COLLATE by_name, expenses.id"),
    toChoice: ({ id, name, category }) => [id, category ? `${category} · ${name}` : name],
  });

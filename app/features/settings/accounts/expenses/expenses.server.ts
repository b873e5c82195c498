import { z } from "zod";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { idOf, type List, searchOf, whereSearch } from "~/db/list.server";
import { lockRow, lockRowWithKey, sent } from "~/db/rows.server";
import { invalid, notFound } from "~/http/domain-error";
import { id, longText, optional, text } from "~/http/input.server";
import type { Expense } from "./expense";

export const expenseSchema = z.object({
  name: text(150),
  description: optional(longText(1000)),
  category: optional(text(100)),
  category_id: optional(id()),
});

export type ExpenseInput = z.output<typeof expenseSchema>;

const expenses = (db: Db) =>
  db("expenses").leftJoin("expense_categories", "expense_categories.id", "expenses.category_id");

const columns = [
  "expenses.id",
  "expenses.name",
  "expenses.description",
  "expense_categories.name AS category",
  "expenses.category_id",
  "expenses.created_at",
  "expenses.updated_at",
];

/** The expenses of a search (name, description, category) and a category, newest first. */
export function listExpenses(params: URLSearchParams): List<Expense> {
  const matching = expenses(db).select("expenses.id");
  const category = idOf(params, "category_id");
  if (category) matching.where({ category_id: category });
  const text = "concat_ws(' ', '', expenses.name, expenses.description, expense_categories.name)";
  return {
    matching: whereSearch(matching, `fold(${text})`, searchOf(params)),
    table: "expenses",
    rows: (db) => expenses(db).select(columns),
    toRow: (row: Expense) => row,
  };
}

/** @throws DomainError not_found */
export async function findExpense(db: Db, id: number): Promise<Expense> {
  const row = await expenses(db).select(columns).where("expenses.id", id).first();
  if (!row) throw notFound("المصروف غير موجود");
  return row;
}

/** @throws DomainError invalid for an unknown category */
export async function createExpense(trx: Transaction, input: ExpenseInput): Promise<Expense> {
  const { category: _, ...row } = input;
  const [{ id }] = await trx("expenses")
    .insert(sent({ ...row, category_id: await categoryOf(trx, input, null) }))
    .returning("id");
  return findExpense(trx, id);
}

/** @throws DomainError not_found, invalid, conflict when someone else changed the expense since `readAt` */
export async function updateExpense(
  trx: Transaction,
  id: number,
  input: Partial<ExpenseInput>,
  { readAt }: { readAt?: string } = {},
): Promise<Expense> {
  const stored = await lockRow<Expense>(trx, "expenses", id, readAt, () => findExpense(trx, id));
  const { category: _, ...row } = input;
  const change = sent({ ...row, category_id: await categoryOf(trx, input, stored.category_id) });
  if (Object.keys(change).length) await trx("expenses").where({ id }).update(change);
  return findExpense(trx, id);
}

/** @throws DomainError not_found, conflict while payments name the expense */
export async function deleteExpense(trx: Transaction, id: number) {
  await lockRowWithKey<Expense>(trx, "expenses", id);
  await trx("expenses").where({ id }).delete();
}

/**
 * The category that was meant, by name or by id; undefined where neither was sent. Where both were, as in a row that
 * was read, changed and sent back, the one that was changed counts.
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
  const named = await trx("expense_categories").where({ name: category }).first("id");
  if (!named) throw invalid("category", `لا توجد فئة مصروفات باسم «${category}»`);
  return named.id;
}

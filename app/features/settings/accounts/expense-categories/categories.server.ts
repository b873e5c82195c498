import { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import { searchOf, whereSearch } from "~/db/list.server";
import { lockRow, lockRowWithKey, sent } from "~/db/rows.server";
import { notFound } from "~/http/domain-error";
import { longText, optional, text } from "~/http/input.server";
import type { ExpenseCategory } from "./category";

export const categorySchema = z.object({ name: text(100), description: optional(longText(500)) });

export type CategoryInput = z.output<typeof categorySchema>;

const columns = ["id", "name", "description", "created_at", "updated_at"];

/** The categories of a search, by name. */
export async function listCategories(db: Db, params = new URLSearchParams()): Promise<ExpenseCategory[]> {
  const query = db("expense_categories").select(columns).orderBy(["name", "id"]);
  return whereSearch(query, "fold(' ' || name)", searchOf(params));
}

/** @throws DomainError not_found */
export async function findCategory(db: Db, id: number): Promise<ExpenseCategory> {
  const row = await db("expense_categories").select(columns).where({ id }).first();
  if (!row) throw notFound("فئة المصروفات غير موجودة");
  return row;
}

export async function createCategory(trx: Transaction, input: CategoryInput): Promise<ExpenseCategory> {
  const [row] = await trx("expense_categories").insert(sent(input)).returning(columns);
  return row;
}

/** @throws DomainError not_found, conflict when someone else changed the category since `readAt` */
export async function updateCategory(
  trx: Transaction,
  id: number,
  input: Partial<CategoryInput>,
  { readAt }: { readAt?: string } = {},
): Promise<ExpenseCategory> {
  await lockRow<ExpenseCategory>(trx, "expense_categories", id, readAt, () => findCategory(trx, id));
  const change = sent(input);
  if (Object.keys(change).length) await trx("expense_categories").where({ id }).update(change);
  return findCategory(trx, id);
}

/** @throws DomainError not_found, conflict while expenses are of the category */
export async function deleteCategory(trx: Transaction, id: number) {
  await lockRowWithKey<ExpenseCategory>(trx, "expense_categories", id);
  await trx("expense_categories").where({ id }).delete();
}

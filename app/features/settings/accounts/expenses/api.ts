import { jsonResource } from "~/http/resource.server";
import { expenseLabels, expenseRequired } from "./expense";
import {
  createExpense,
  deleteExpense,
  expenseSchema,
  findExpense,
  listExpenses,
  updateExpense,
} from "./expenses.server";

const expenses = jsonResource({
  key: "expenses",
  item: "expense",
  write: "manage_financials",
  schema: expenseSchema,
  labels: expenseLabels,
  requiredSentence: expenseRequired,
  list: listExpenses,
  find: findExpense,
  create: createExpense,
  update: (trx, id, input, _user, { readAt }) => updateExpense(trx, id, input, { readAt }),
  remove: deleteExpense,
});

export const loader = expenses.loader;
export const action = expenses.action;

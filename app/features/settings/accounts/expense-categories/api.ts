import { db } from "~/db/knex.server";
import { jsonResource } from "~/http/resource.server";
import {
  categorySchema,
  createCategory,
  deleteCategory,
  findCategory,
  listCategories,
  updateCategory,
} from "./categories.server";
import { categoryLabels, categoryRequired } from "./category";

const categories = jsonResource({
  key: "categories",
  item: "category",
  write: "manage_financials",
  schema: categorySchema,
  labels: categoryLabels,
  requiredSentence: categoryRequired,
  list: (params) => listCategories(db, params),
  find: findCategory,
  create: createCategory,
  update: (trx, id, input, _user, { readAt }) => updateCategory(trx, id, input, { readAt }),
  remove: deleteCategory,
});

export const loader = categories.loader;
export const action = categories.action;

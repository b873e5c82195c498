import { db } from "~/db/knex.server";
import { jsonResource } from "~/http/resource.server";
import {
  createCurrency,
  currencySchema,
  deleteCurrency,
  findCurrency,
  listCurrencies,
  updateCurrency,
} from "./currencies.server";
import { currencyLabels, currencyReaders, currencyRequired } from "./currency";

const currencies = jsonResource({
  key: "currencies",
  item: "currency",
  write: "manage_financials",
  read: currencyReaders,
  schema: currencySchema,
  labels: currencyLabels,
  requiredSentence: currencyRequired,
  list: (params) => listCurrencies(db, params),
  find: findCurrency,
  create: createCurrency,
  update: (trx, id, input, _user, { readAt }) => updateCurrency(trx, id, input, { readAt }),
  remove: deleteCurrency,
});

export const loader = currencies.loader;
export const action = currencies.action;

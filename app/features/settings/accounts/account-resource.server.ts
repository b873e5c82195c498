import { db } from "~/db/knex.server";
import { jsonResource } from "~/http/resource.server";
import { type AccountKind, accountLabels } from "./account";
import {
  accountSchemas,
  createAccount,
  deleteAccount,
  findAccount,
  listAccounts,
  updateAccount,
} from "./accounts.server";

/** The calls of a kind of account (spec §7). */
export function accountResource(kind: AccountKind, key: string) {
  return jsonResource({
    key,
    item: kind,
    write: "manage_financials",
    schema: accountSchemas[kind],
    labels: accountLabels,
    list: (params) => listAccounts(db, kind, params),
    find: (db, id) => findAccount(db, kind, id),
    create: (trx, input, user) => createAccount(trx, kind, input, user),
    update: (trx, id, input, user, { readAt }) => updateAccount(trx, kind, id, input, user, { readAt }),
    remove: (trx, id) => deleteAccount(trx, kind, id),
  });
}

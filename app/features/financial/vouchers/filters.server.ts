import type { Knex } from "knex";
import { type Asked, askedByAddress, offer } from "~/db/choices.server";
import { equal, type Filters, within } from "~/db/filters.server";
import { db } from "~/db/knex.server";
import { idOf } from "~/db/list.server";
import { type Way, whereNumber, wherePaper, wherePerson } from "~/db/search.server";
import { positiveAmount } from "~/domain/input.server";

/** The column of the user who wrote a voucher, by its table. */
const writers = { receipt_vouchers: "received_by", payment_vouchers: "paid_by" };

type VoucherTable = keyof typeof writers;

/** The filters of vouchers of every kind by what is no field of theirs: account, user and period. */
export const voucherFilters = (table: VoucherTable) =>
  ({
    account_id: equal("account_id", (params) => idOf(params, "account_id")),
    user_id: equal(writers[table], (params) => idOf(params, "user_id")),
    period: within("date"),
  }) satisfies Filters;

/** The vouchers of a customer, and those of his contracts, whoever paid or was paid. */
export const byCustomer = (table: VoucherTable) =>
  ({
    customer_id: (params) => {
      const customer_id = idOf(params, "customer_id", { customer_id: "العميل" });
      if (!customer_id) return undefined;
      const own = db(table).where({ customer_id }).select("id");
      const ofContracts = db("contracts")
        .join(table, `${table}.contract_id`, "contracts.id")
        .where({ "contracts.customer_id": customer_id })
        .select(`${table}.id`);
      return (query) => query.whereIn(`${table}.id`, own.clone().unionAll(ofContracts));
    },
  }) satisfies Filters;

/** The contracts of customers whom a search finds, for a search of their vouchers. */
export const contractsOfNamed = (search: string) =>
  db("contracts")
    .select("id")
    .whereIn("customer_id", wherePerson(db("customers").select("id"), "search", search));

/** The accounts by which a list of documents may be filtered: all but deleted ones. */
export const accountFilter = (asked: Asked) =>
  offer(asked, "account_id", {
    table: "accounts",
    open: (accounts) => accounts.whereNull("accounts.deleted_at"),
  });

/**
 * The choices of these filters: all accounts, and the users who wrote a voucher. No other user's name is offered, also if the
 * address has his number, since readers of vouchers may not read users.
 */
export async function voucherOffers(table: VoucherTable, params: URLSearchParams) {
  const asked = askedByAddress(params);
  const vouchers = db(table).whereRaw("?? = users.id", [`${table}.${writers[table]}`]);
  const whoWrote = (users: Knex.QueryBuilder) => users.whereExists(vouchers.clone().select(db.raw("1")));
  const [account_id, user_id] = await Promise.all([
    accountFilter(asked),
    offer(asked, "user_id", {
      table: "users",
      name: "users.username",
      rows: whoWrote(db("users").select("users.id", { name: "users.username" })),
      open: whoWrote,
    }),
  ]);
  return { account_id, user_id };
}

const anAmount = positiveAmount();

/**
 * The ways to find a voucher by what it says itself: its number, the number of its cheque or transfer, its exact amount.
 * @param number the column of its number, in the `series`
 */
export function voucherWays(number: string, series: string, search: string): [Way, ...Way[]] {
  const { data: amount } = anAmount.safeParse(search);
  return [
    { own: (row) => whereNumber(row, number, series, search) },
    { own: (row) => wherePaper(row, "payment_reference", search) },
    ...(amount ? [{ own: (row: Knex.QueryBuilder) => row.where({ amount }) }] : []),
  ];
}

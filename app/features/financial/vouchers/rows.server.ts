import { db } from "~/db/knex.server";

/** The columns of a voucher's currency and account, for every kind of voucher. The account's number is in the field of its kind. */
export const moneyColumns = {
  currency_code: "currencies.code",
  currency_symbol: "currencies.symbol",
  account: "accounts.name",
  cash_box_id: db.raw("CASE accounts.kind WHEN 'cash_box' THEN accounts.id END"),
  bank_account_id: db.raw("CASE accounts.kind WHEN 'bank' THEN accounts.id END"),
};

/** The day of the event that cancelled a voucher, in SQL. Only one that does not stand is asked for it, since a call takes time. */
export const cancelledOn = (table: string, number: string) =>
  db.raw(`CASE WHEN NOT stands(${table}.status) THEN voucher_cancelled_on(${number}, ${table}.status) END`);

/** Whose a voucher's contract is, who need not be the customer of the voucher. */
export const contractCustomer = {
  contract_customer_id: "contracts.customer_id",
  contract_customer: db.raw(
    `CASE WHEN contracts.customer_id = customers.id THEN customers.name
       ELSE (SELECT name FROM customers AS owner WHERE owner.id = contracts.customer_id) END`,
  ),
};

export type MoneyRow = Record<"currency_code" | "currency_symbol" | "account", string> & {
  /** The day of the event that cancelled it. */
  cancelled_on: string | null;
};

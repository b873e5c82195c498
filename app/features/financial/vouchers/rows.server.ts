import { db } from "~/db/knex.server";

/** The columns of a voucher's currency and account, for every kind of voucher. The account's number is in the field of its kind. */
export const moneyColumns = {
  currency_code: "currencies.code",
  currency_symbol: "currencies.symbol",
  account: "accounts.name",
  cash_box_id: db.raw("CASE accounts.kind WHEN 'cash_box' THEN accounts.id END"),
  bank_account_id: db.raw("CASE accounts.kind WHEN 'bank' THEN accounts.id END"),
};

export type MoneyRow = Record<"currency_code" | "currency_symbol" | "account", string> & {
  /** The day of the event that cancelled it. */
  cancelled_on: string | null;
};

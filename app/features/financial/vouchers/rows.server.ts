import { instantOf } from "~/domain/dates";

/** The columns of a voucher's currency and account, for every kind of voucher. */
export const moneyColumns = {
  currency_code: "currencies.code",
  currency_symbol: "currencies.symbol",
  account_name: "accounts.name",
  account_kind: "accounts.kind",
};

export type MoneyRow = Record<"currency_code" | "currency_symbol" | "account_name", string> & {
  account_id: number;
  account_kind: "bank" | "cash_box";
};

/** The account of a voucher: its name, and its number in the field of its kind. */
export const accountOf = ({ account_id, account_name, account_kind }: MoneyRow) => ({
  account: account_name,
  cash_box_id: account_kind === "cash_box" ? account_id : null,
  bank_account_id: account_kind === "bank" ? account_id : null,
});

/** The times of a voucher. A row that was read as JSON (`readAnswer`) has them in another form. */
export const timesOf = ({ created_at, updated_at }: { created_at: string; updated_at: string }) => ({
  created_at: instantOf(created_at),
  updated_at: instantOf(updated_at),
});

import { type Asked, offer } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { accountName } from "~/features/accounts/account";
import { holderOf } from "~/features/accounts/accounts.server";
import { expenseOffer } from "~/features/expenses/expenses.server";
import { shownCurrency } from "~/features/money/money.server";
import type { AccountChoice } from "./use-terms";

type Row = { id: number; name: string; holder: string | null; balance: string; currency_id: number } & Record<
  "code" | "symbol" | "exchange_rate",
  string
>;

/** The choices of a transfer's form: active accounts, with their balances and rates, and the expenses of a fee. */
export async function transferOffers(asked: Asked) {
  const [from_account_id, to_account_id, fee_expense_id] = await Promise.all([
    accountOffer(asked, "from_account_id"),
    accountOffer(asked, "to_account_id"),
    expenseOffer(asked, "fee_expense_id"),
  ]);
  return { from_account_id, to_account_id, fee_expense_id };
}

/** Cash boxes come first. */
const accountOffer = (asked: Asked, field: string) =>
  offer<Row, AccountChoice>(asked, field, {
    table: "accounts",
    rows: db("accounts")
      .join("currencies", "currencies.id", "currency_id")
      .select("accounts.id", "accounts.name", "balance", "currency_id", "code", "symbol", "exchange_rate", {
        holder: db.raw(holderOf("accounts")),
      }),
    open: (accounts) => accounts.where({ deleted_at: null, status: "active", is_cheques_in_hand: false }),
    order: db.raw("kind DESC, accounts.name COLLATE by_name, accounts.id"),
    toChoice: ({ id, name, holder, balance, currency_id, code, symbol, exchange_rate }) => ({
      id,
      name: accountName({ name, holder }),
      balance: Number(balance),
      currency_id,
      currency: shownCurrency(currency_id, code, symbol),
      exchange_rate: Number(exchange_rate),
    }),
  });

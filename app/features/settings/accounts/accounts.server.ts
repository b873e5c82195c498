import type { Db } from "~/db/knex.server";
import { minorUnit } from "~/features/financial/money.server";
import type { Account, AccountKind, AccountStatus } from "./account";

type Stored = {
  id: number;
  kind: AccountKind;
  name: string;
  account_number: string;
  account_name: string;
  location: string | null;
  currency_id: number;
  code: string;
  symbol: string;
  balance: string;
  status: AccountStatus;
  created_at: string;
  updated_at: string;
};

function toAccount(stored: Stored): Account {
  const { id, kind, name, account_number, account_name, location, currency_id, code, symbol } = stored;
  return {
    id,
    name,
    ...(kind === "bank" ? { account_number, account_name } : { location }),
    currency_code: code,
    currency: { id: currency_id, code, symbol, decimals: minorUnit(code) },
    balance: Number(stored.balance),
    status: stored.status,
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  };
}

/** The accounts of a kind that stand: a deleted one keeps its row for its movements' sake, and is seen nowhere. */
function accountsOf(db: Db, kind: AccountKind) {
  return db("accounts")
    .join("currencies", "currencies.id", "accounts.currency_id")
    .where({ kind, deleted_at: null })
    .select("accounts.*", "currencies.code", "currencies.symbol");
}

/** The accounts of a kind, active and inactive, by name. */
export async function listAccounts(db: Db, kind: AccountKind): Promise<Account[]> {
  return (await accountsOf(db, kind).orderBy(["accounts.name", "accounts.id"])).map(toAccount);
}

import type { Db } from "~/db/knex.server";
import { minorUnit } from "~/features/financial/money.server";
import type { Currency } from "./currency";

type Stored = Omit<Currency, "exchange_rate" | "decimals"> & { exchange_rate: string };

const columns = ["id", "name", "code", "symbol", "exchange_rate", "is_default", "created_at", "updated_at"];

function toCurrency({ exchange_rate, is_default, created_at, updated_at, ...row }: Stored): Currency {
  const decimals = minorUnit(row.code);
  return { ...row, exchange_rate: Number(exchange_rate), is_default, decimals, created_at, updated_at };
}

/** All currencies, by name. */
export async function listCurrencies(db: Db): Promise<Currency[]> {
  return (await db("currencies").select(columns).orderBy(["name", "id"])).map(toCurrency);
}

/** The base currency, in which sums over several currencies are told; null while there is none. */
export async function defaultCurrency(db: Db): Promise<Currency | null> {
  const row = await db("currencies").select(columns).where({ is_default: true }).first();
  return row ? toCurrency(row) : null;
}

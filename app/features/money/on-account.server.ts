import type { Db } from "~/db/knex.server";
import { entryHolders } from "./entry";
import { type Decimal, shownCurrency } from "./money.server";
import type { OnAccount } from "./on-account";

/** What a party has on account now, by currency: only what it may take. */
export async function onAccountOf(db: Db, kind: keyof typeof entryHolders, id: number): Promise<OnAccount[]> {
  const rows: { id: number; code: string; symbol: string; name: string; amount: Decimal }[] = await db(
    "entries",
  )
    .join("currencies", "currencies.code", "currency_code")
    .where({ [entryHolders[kind]]: id, contract_id: null, invoice_id: null })
    .groupBy("currencies.id")
    .havingRaw(`sum(amount) ${kind === "customers" ? "<" : ">"} 0`)
    .orderBy("currencies.id")
    .select("currencies.id", "code", "symbol", "currencies.name", { amount: db.raw("abs(sum(amount))") });
  return rows.map(({ id, code, symbol, name, amount }) => ({
    name,
    amount: Number(amount),
    currency: shownCurrency(id, code, symbol),
  }));
}

import type { Db } from "~/db/knex.server";
import { notFound } from "~/domain/domain-error";
import { missingSentence } from "~/domain/nouns";
import { openContractsOf, refundableContractsOf } from "~/features/contracts/contracts.server";
import { payableInvoices } from "~/features/invoices/settlement.server";
import { type Decimal, shownCurrency } from "~/features/money/money.server";
import { payable, refundable, type Settleable, settleable } from "../payments/settleable";
import type { PartyField, Pot } from "../vouchers/on-account.server";

/* Whose money an allocation's form is about, where it is, and what it may be set against. */

const tables = { customer_id: "customers", agent_id: "agents", supplier_id: "suppliers" } as const;

/** The party that an address or a form names; undefined without one. */
export function partyIn(named: (name: string) => unknown): Pick<Pot, "field" | "id"> | undefined {
  for (const field of Object.keys(tables) as PartyField[]) {
    const id = Number(named(field.replace("_id", "")) || named(field));
    if (Number.isInteger(id) && id > 0 && id < 2 ** 31) return { field, id };
  }
  return undefined;
}

/**
 * A party with what it has on account by currency, the contracts of which something is to be given back, and what it owes for.
 * @throws DomainError not_found
 */
export async function choicesOf(db: Db, { field, id }: Pick<Pot, "field" | "id">) {
  const table = tables[field];
  const party = await db(table).where({ id }).first("id", "name");
  if (!party) throw notFound(missingSentence(table));
  const [pots, sources, targets] = await Promise.all([
    potsOf(db, { field, id }),
    field === "customer_id" ? refundableContractsOf(db, id) : [],
    field === "customer_id" ? owingOf(db, id) : invoicesOf(db, field, id),
  ]);
  return {
    field,
    ...(party as { id: number; name: string }),
    pots,
    sources: sources.map((one) => refundable(one)),
    targets,
  };
}

/** What a party has on account now, by currency: only what it may take. */
async function potsOf(db: Db, { field, id }: Pick<Pot, "field" | "id">) {
  const rows: { id: number; code: string; symbol: string; name: string; amount: Decimal }[] = await db(
    "entries",
  )
    .join("currencies", "currencies.code", "currency_code")
    .where({ [field]: id, contract_id: null, invoice_id: null })
    .groupBy("currencies.id")
    .havingRaw(`sum(amount) ${field === "customer_id" ? "<" : ">"} 0`)
    .orderBy("currencies.id")
    .select("currencies.id", "code", "symbol", "currencies.name", { amount: db.raw("abs(sum(amount))") });
  return rows.map(({ id, code, symbol, name, amount }) => ({
    name,
    amount: Number(amount),
    currency: shownCurrency(id, code, symbol),
  }));
}

async function owingOf(db: Db, customerId: number): Promise<Settleable[]> {
  const contracts = (await openContractsOf(db, customerId)).filter(
    ({ remaining_amount }) => remaining_amount > 0,
  );
  return contracts.map(payable);
}

const invoicesOf = async (db: Db, field: "agent_id" | "supplier_id", id: number): Promise<Settleable[]> =>
  (await payableInvoices(db, field === "agent_id" ? { agent_id: id } : { supplier_id: id })).map((one) =>
    settleable(one),
  );

/**
 * The first values of a form: the contract that the address names as the source, otherwise the only pot; and what is owed for, if it is named
 * or alone. An amount is proposed where both are in one currency.
 */
export function firstValuesOf(
  { field, pots, sources, targets }: Awaited<ReturnType<typeof choicesOf>>,
  params: URLSearchParams,
) {
  const named = (all: Settleable[], name: string) => all.find(({ id }) => String(id) === params.get(name));
  const source = named(sources, "from_contract") ?? (pots.length ? undefined : sources[0]);
  const target = named(targets, "to") ?? (targets.length === 1 ? targets[0] : undefined);
  const pot = source ? undefined : (pots.find(({ currency }) => currency.code === target?.code) ?? pots[0]);
  const [most, code, decimals] = source
    ? [source.remaining, source.code, source.decimals]
    : [pot?.amount, pot?.currency.code, pot?.currency.decimals];
  const amount =
    target && most !== undefined && target.code === code
      ? Math.min(most, target.remaining).toFixed(decimals)
      : "";
  const item = {
    customer_id: "contract_id",
    agent_id: "agent_invoice_id",
    supplier_id: "purchase_invoice_id",
  }[field];
  return { from_contract_id: source?.id, currency_id: pot?.currency.id, [item]: target?.id, amount };
}

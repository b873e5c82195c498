import type { Db } from "~/db/knex.server";
import { visibleRows } from "~/db/rows.server";
import { notFound } from "~/domain/domain-error";
import { missingSentence } from "~/domain/nouns";
import { openContractsOf, refundableContractsOf } from "~/features/contracts/contracts.server";
import { listCurrencies } from "~/features/currencies/currencies.server";
import { payableInvoices } from "~/features/invoices/settlement.server";
import { onAccountOf } from "~/features/money/on-account.server";
import { payable, refundable, type Settleable, settleable } from "../payments/settleable";
import { proposed, type Source, sourceOfContract, sourceOfPot } from "./source";

/* Whose money an allocation's form is about, where it is, and what it may be set against. */

const fields = { customers: "customer_id", agents: "agent_id", suppliers: "supplier_id" } as const;
export type Kind = keyof typeof fields;

/** The party that an address or a form names; undefined without one. */
export function partyIn(named: (name: string) => unknown): { kind: Kind; id: number } | undefined {
  for (const [kind, field] of Object.entries(fields)) {
    const id = Number(named(field.replace("_id", "")) || named(field));
    if (Number.isInteger(id) && id > 0 && id < 2 ** 31) return { kind: kind as Kind, id };
  }
  return undefined;
}

/**
 * A party with where its money is, on account or in contracts of which something is to be given back, and what it owes for.
 * @throws DomainError not_found
 */
export async function choicesOf(db: Db, kind: Kind, id: number) {
  const party = await visibleRows(db, kind).where({ id }).first("id", "name");
  if (!party) throw notFound(missingSentence(kind));
  const isCustomer = kind === "customers";
  const [pots, refundables, targets, currencies] = await Promise.all([
    onAccountOf(db, kind, id),
    isCustomer ? refundableContractsOf(db, id) : [],
    isCustomer ? owingOf(db, id) : invoicesOf(db, kind, id),
    listCurrencies(db),
  ]);
  return {
    kind,
    field: fields[kind],
    ...(party as { id: number; name: string }),
    sources: [...pots.map(sourceOfPot), ...refundables.map((one) => sourceOfContract(refundable(one)))],
    targets,
    currencies,
  };
}
export type Choices = Awaited<ReturnType<typeof choicesOf>>;

async function owingOf(db: Db, customerId: number): Promise<Settleable[]> {
  const contracts = (await openContractsOf(db, customerId)).filter(
    ({ remaining_amount }) => remaining_amount > 0,
  );
  return contracts.map(payable);
}

const invoicesOf = async (db: Db, kind: "agents" | "suppliers", id: number): Promise<Settleable[]> =>
  (await payableInvoices(db, kind === "agents" ? { agent_id: id } : { supplier_id: id })).map((one) =>
    settleable(one),
  );

/**
 * The first values of a form: the contract that the address names as the source, otherwise what is on account, in the currency of what
 * is owed for if there is some; and what is owed for, if it is named or alone.
 */
export function firstValuesOf({ sources, targets, currencies }: Choices, params: URLSearchParams) {
  const target =
    targets.find(({ id }) => String(id) === params.get("to")) ??
    (targets.length === 1 ? targets[0] : undefined);
  const source =
    sources.find(({ name }) => name === `contract-${params.get("from_contract")}`) ??
    sources.find(({ code }) => code === target?.code) ??
    (sources.length === 1 ? sources[0] : undefined);
  return { source: source?.name, target: target?.id, amount: proposed(currencies, source, target) };
}

/** The amount that is proposed for what a form has chosen. */
export function proposedIn({ sources, targets, currencies }: Choices, form: FormData) {
  const chosen = <One>(all: One[], nameOf: (one: One) => unknown, name: string) =>
    all.find((one) => String(nameOf(one)) === form.get(name));
  const source: Source | undefined = chosen(sources, ({ name }) => name, "source");
  return proposed(
    currencies,
    source,
    ["contract_id", "agent_invoice_id", "purchase_invoice_id"]
      .map((field) => chosen(targets, ({ id }) => id, field))
      .find(Boolean),
  );
}

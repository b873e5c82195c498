import type { Asked } from "~/db/choices.server";
import { type Db, db } from "~/db/knex.server";
import { readPage } from "~/db/list.server";
import { visibleRows } from "~/db/rows.server";
import { valuesOf } from "~/domain/form-values";
import { id } from "~/domain/input.server";
import { type Contract, stands } from "~/features/contracts/contract";
import { contractsNamed, familyOf, openContractsOf } from "~/features/contracts/contracts.server";
import { contracts } from "~/features/contracts/writes.server";
import { searchCustomers } from "~/features/customers/customers.server";
import type { InvoiceKind } from "~/features/invoices/invoice";
import { creditedOffer } from "~/features/invoices/invoices.server";
import { onAccountOf } from "~/features/money/on-account.server";
import type { Currency } from "~/features/money/rates.server";
import { riyal } from "~/features/money/riyal";
import { step } from "~/http/form-steps.server";
import { idParam } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { accountOffers } from "../vouchers/form.server";
import { partnerOffer } from "../vouchers/party.server";
import { serviceOffer } from "../vouchers/purpose.server";
import type { Partner } from "./receipt";
import { findReceipt } from "./receipts.server";

/* The choices of a receipt's form: who pays, and for which contract. */

export async function receiptOffers(asked: Asked) {
  const [agent_id, supplier_id, credited_invoice_id, other_service_id, accounts] = await Promise.all([
    partnerOffer(asked, "agent_id", "agents"),
    partnerOffer(asked, "supplier_id", "suppliers"),
    creditedOffer(asked, kindsOf[String(asked.chosen("payer_type")[0])]),
    serviceOffer(asked),
    accountOffers(asked, true),
  ]);
  return { agent_id, supplier_id, credited_invoice_id, other_service_id, ...accounts };
}

/** By type of payer: the kind of his invoices. */
const kindsOf: Record<string, InvoiceKind | undefined> = { agent: "agent", supplier: "purchase" };

const partnerKinds = { agent_id: "agents", supplier_id: "suppliers" } as const;

/** The agent or supplier who pays, as an address or a form names him, with what stands against him on account. */
export async function partnerOf(named: (name: string) => unknown) {
  for (const [field, table] of Object.entries(partnerKinds) as [Partner["field"], "agents" | "suppliers"][]) {
    const { data } = id().safeParse(named(field));
    if (data) return { payer: { field, id: data }, onAccount: await onAccountOf(db, table, data) };
  }
  return { payer: null, onAccount: [] };
}

/** The first values of a form that receives what stands against a partner, or money back about an invoice. */
export function firstOfPartner(
  { payer, onAccount: [pot] }: Awaited<ReturnType<typeof partnerOf>>,
  credited: number | undefined,
  currencies: Pick<Currency, "id" | "code">[],
) {
  if (!payer) return {};
  return {
    payer_type: payer.field === "agent_id" ? "agent" : "supplier",
    [payer.field]: payer.id,
    ...(credited || !pot
      ? {
          purpose: "returned",
          credited_invoice_id: credited,
          currency_id: currencies.find(({ code }) => code === riyal.code)?.id,
        }
      : {
          purpose: "on_account",
          currency_id: pot.currency.id,
          amount: pot.amount.toFixed(pot.currency.decimals),
        }),
  };
}

/**
 * The customer and the contracts that they can pay.
 * @param chosenId a contract that is among them, whosever it is
 * @param isPaid whether the edited voucher has paid that one, which is offered then even if it is cancelled
 */
export async function partyOf(
  db: Db,
  customerId: number | null | undefined,
  chosenId?: number | null,
  isPaid = false,
) {
  const customer = customerId
    ? await visibleRows(db, "customers").where({ id: customerId }).first("id", "name")
    : undefined;
  const open = customer ? await openContractsOf(db, customerId as number) : [];
  const missing = chosenId && !open.some(({ id }) => id === chosenId);
  const chosen = missing ? await contractsNamed(db, new URLSearchParams({ contracts: `${chosenId}` })) : [];
  return {
    customer: (customer ?? null) as { id: number; name: string } | null,
    contracts: [...chosen.filter((one) => isPaid || stands(one)), ...open],
  };
}

/**
 * The data of a form that is shown again: its customer with what is on account, the contracts with the family of the chosen one, and
 * the results of a search for another customer.
 */
export async function besideOf(form: FormData, { params }: Visit) {
  const row = params.id ? await findReceipt(db, idParam(params.id)) : null;
  const idIn = (name: string) => id().safeParse(form.get(name)).data ?? null;
  const query = String(form.get("customer_query") ?? "");
  const contractId = idIn("contract_id") ?? row?.contract_id;
  const customerId = idIn("customer_id");
  return {
    party: await partyOf(db, customerId, contractId, contractId === row?.contract_id),
    onAccount: customerId ? await onAccountOf(db, "customers", customerId) : [],
    partner: await partnerOf((name) => form.get("payer_type") === name.replace("_id", "") && form.get(name)),
    family: await familyOf(db, contractId),
    query,
    contractQuery: String(form.get("contract_query") ?? ""),
    matches: form.get("intent") === "lookup" ? await searchCustomers(query) : undefined,
  };
}

/** The step that finds contracts of other customers by number or name. One alone is chosen. */
export async function findContracts(form: FormData, visit: Visit) {
  if (form.get("intent") !== "contracts") return undefined;
  const beside = await besideOf(form, visit);
  const search = beside.contractQuery.trim();
  const params = new URLSearchParams({ search, is_owing: "true", status: "standing", per_page: "20" });
  const matches: Contract[] = search ? (await readPage(contracts.list(params), params)).rows : [];
  const others = matches.filter((one) => !beside.party.contracts.some(({ id }) => id === one.id));
  const [first, second] = matches;
  const chosen = second ? undefined : first;
  const only = chosen && { contract_id: String(chosen.id), currency_id: String(chosen.currency.id) };
  const found = { contracts: [...others, ...beside.party.contracts], ...only, count: matches.length };
  return step(
    { ...valuesOf(form), ...only },
    {
      ...beside,
      party: { ...beside.party, contracts: found.contracts },
      family: chosen ? await familyOf(db, chosen.id) : beside.family,
      found,
    },
  );
}

import type { Knex } from "knex";
import { documentOf } from "~/db/document.server";
import { byFields, equal, readFilters, within } from "~/db/filters.server";
import { type Db, db } from "~/db/knex.server";
import type { List } from "~/db/list";
import { idOf, searchOf } from "~/db/list.server";
import { joinAll } from "~/db/rows.server";
import { partnersNamed, searchMatches, whereNumber, wherePerson } from "~/db/search.server";
import { notFound } from "~/domain/domain-error";
import type { StoredOf } from "~/domain/fields";
import { schemaOf } from "~/domain/fields.server";
import { positiveAmount } from "~/domain/input.server";
import { stands } from "~/features/contracts/contract";
import type { InvoiceKind } from "~/features/invoices/invoice";
import { eventFields } from "~/features/money/event-day.server";
import { minorUnit, shownCurrency } from "~/features/money/money.server";
import { agreedRate } from "~/features/money/rates.server";
import { riyal } from "~/features/money/riyal";
import { type Allocation, allocation } from "./allocation";

export const allocationSchema = schemaOf(allocation.fields).extend({
  amount: positiveAmount(),
  exchange_rate: agreedRate(),
  ...eventFields,
});

export type AllocationRow = Omit<
  StoredOf<(typeof allocation)["fields"]>,
  "agent_invoice_id" | "purchase_invoice_id"
> & {
  invoice_id: number | null;
  taken_equivalent: string;
};

type JoinedRow = AllocationRow &
  Record<"currency_code" | "currency_symbol" | "party", string> &
  Record<
    | "from_contract_number"
    | "contract_number"
    | "contract_currency"
    | "invoice_number"
    | "payment_number"
    | "contract_symbol"
    | "taken_on"
    | "created_by_name",
    string | null
  > & { invoice_kind: InvoiceKind | null };

const { rows: allocationRows, toRow } = documentOf(allocation, {
  join: (query) =>
    joinAll(
      query,
      "allocations",
      { currencies: "currency_id" },
      {
        customers: "customer_id",
        agents: "agent_id",
        suppliers: "supplier_id",
        contracts: "contract_id",
        invoices: "invoice_id",
        payment_vouchers: "payment_id",
        users: "created_by",
      },
    )
      .leftJoin("contracts AS sources", "sources.id", "from_contract_id")
      .leftJoin("currencies AS targets", "targets.id", "contracts.currency_id")
      .select("contracts.contract_number", "invoices.invoice_number", "payment_vouchers.payment_number", {
        currency_code: "currencies.code",
        currency_symbol: "currencies.symbol",
        from_contract_number: "sources.contract_number",
        contract_currency: "targets.code",
        contract_symbol: "targets.symbol",
        invoice_kind: "invoices.kind",
        created_by_name: "users.username",
        party: db.raw("coalesce(customers.name, agents.name, suppliers.name)"),
        taken_on: db("entries")
          .where({ document: "allocation", document_id: db.ref("allocations.id"), is_event: true })
          .max("entries.date"),
      }),
  more(row: JoinedRow) {
    const code = row.contract_currency ?? (row.invoice_number ? riyal.code : null);
    const { party, contract_number, from_contract_number, invoice_number, payment_number, taken_on } = row;
    const symbol = row.contract_symbol ?? riyal.symbol;
    const numbers = { contract_number, from_contract_number, invoice_number, payment_number };
    return {
      ...numbers,
      party,
      taken_on,
      cancelled_on: stands(row) ? null : taken_on,
      agent_invoice_id: row.invoice_kind === "agent" ? row.invoice_id : null,
      purchase_invoice_id: row.invoice_kind === "purchase" ? row.invoice_id : null,
      currency: shownCurrency(row.currency_id, row.currency_code, row.currency_symbol),
      equivalent_currency: code ? { code, symbol, decimals: minorUnit(code) } : null,
      created_by: row.created_by_name,
    };
  },
});
const toAllocation: (row: JoinedRow) => Allocation = toRow;

const filters = {
  ...byFields(allocation.fields, [
    "status",
    "customer_id",
    "agent_id",
    "supplier_id",
    "currency_id",
    "payment_id",
  ]),
  /** The allocations to a contract and those out of it. */
  contract_id(params: URLSearchParams) {
    const id = idOf(params, "contract_id", allocation.labels);
    if (!id) return undefined;
    return (query: Knex.QueryBuilder) =>
      query.where((one) => one.where({ contract_id: id }).orWhere({ from_contract_id: id }));
  },
  agent_invoice_id: equal("invoice_id", (params) => idOf(params, "agent_invoice_id", allocation.labels)),
  purchase_invoice_id: equal("invoice_id", (params) =>
    idOf(params, "purchase_invoice_id", allocation.labels),
  ),
  period: within("date"),
};

/** The allocations that match a search (number, party, contract number) and the filters, newest date first. */
export function listAllocations(params: URLSearchParams): List<Allocation> {
  const search = searchOf(params);
  const selection = readFilters(filters, params);
  const allocations = () => selection.narrow(db("allocations").select("id", "date"));
  const contracts = () => whereNumber(db("contracts").select("id"), "contract_number", "C", search);
  return {
    ...(search
      ? searchMatches(allocations, [
          { own: (row) => whereNumber(row, "allocation_number", "AL", search) },
          { of: wherePerson(db("customers").select("id"), "search", search), by: "allocations.customer_id" },
          { of: partnersNamed("agents", search), by: "allocations.agent_id" },
          { of: partnersNamed("suppliers", search), by: "allocations.supplier_id" },
          { of: contracts(), by: "allocations.contract_id" },
          { of: contracts(), by: "allocations.from_contract_id" },
        ])
      : { matching: allocations() }),
    table: "allocations",
    newestBy: "date",
    rows: allocationRows,
    toRow: toAllocation,
  };
}

/** @throws DomainError not_found */
export async function findAllocation(db: Db, id: number): Promise<Allocation> {
  const row = await allocationRows(db).where("allocations.id", id).first();
  if (!row) throw notFound("التخصيص غير موجود");
  return toAllocation(row);
}

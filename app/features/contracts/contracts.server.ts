import type { Knex } from "knex";
import { documentOf } from "~/db/document.server";
import { drawRows } from "~/db/drawing.server";
import { byAmount, byFields, type Filters, readFilters, within, withinHijri } from "~/db/filters.server";
import { type Db, db } from "~/db/knex.server";
import type { List } from "~/db/list";
import { choiceOf, flagOf, idOf, keptCount, searchOf } from "~/db/list.server";
import { withoutUndefined } from "~/db/rows.server";
import { partnersNamed, searchMatches, whereNumber } from "~/db/search.server";
import { notFound } from "~/domain/domain-error";
import type { StoredOf } from "~/domain/fields";
import { ids } from "~/domain/lists.server";
import { officeToday } from "~/domain/office-day.server";
import { namesOf } from "~/domain/states";
import { inCancelledCampaign } from "~/features/campaigns/standing.server";
import { earned } from "~/features/commissions/commissions.server";
import { customersNamed } from "~/features/customers/customers.server";
import type { Dues } from "~/features/instalments/instalment";
import { duesOf, overdue, type Part } from "~/features/instalments/instalments.server";
import { type Decimal, shownCurrency } from "~/features/money/money.server";
import { type Contract, contract, contractFilters, movedLabels } from "./contract";

/** A contract as `contractRows` reads it. */
export type ContractRow = StoredOf<(typeof contract)["fields"]> & {
  price_amount: Decimal;
  schedule: Part[] | null;
  dues: Dues;
  created_by: number;
  moved_from_number: string | null;
  moved_to: Contract["moved_to"];
  offer_number: string | null;
};

/** What a new contract takes along as it is, from the offer that it is signed by or from the contract whose place it takes. */
export const takenAlong = ({
  agent_id,
  commission_rate,
  commission_reason,
  notes,
  visa_issue_date,
  visa_duration_days,
}: Pick<
  ContractRow,
  "agent_id" | "commission_rate" | "commission_reason" | "notes" | "visa_issue_date" | "visa_duration_days"
>) => ({ agent_id, commission_rate, commission_reason, notes, visa_issue_date, visa_duration_days });

const { rows: contractRows, toRow } = documentOf(contract, {
  join: (query) =>
    query.select({
      earned_commission: db.raw(earned),
      price_amount: db.raw("contracts.total_amount + contracts.discount_amount"),
      dues: duesOf(db),
      moved_from_number: db.raw(
        "(SELECT contract_number FROM contracts AS other WHERE other.id = contracts.moved_from_id)",
      ),
      moved_to: db.raw(
        `(SELECT json_build_object('id', id, 'contract_number', contract_number) FROM contracts AS other
          WHERE other.moved_from_id = contracts.id)`,
      ),
      offer_number: db.raw("(SELECT offer_number FROM offers WHERE offers.id = contracts.offer_id)"),
    }),
  more: (
    { price_amount, dues, created_by, offer_number, ...moved }: ContractRow,
    { customer, currency, moved_from_id, offer_id },
  ) => {
    const { moved_from_number: contract_number, moved_to } = moved;
    const others = {
      moved_from: moved_from_id && contract_number ? { id: moved_from_id, contract_number } : null,
      moved_to,
      moved_to_id: moved_to?.id ?? null,
      offer: offer_id && offer_number ? { id: offer_id, offer_number } : null,
      price_amount: Number(price_amount),
      created_by,
      customer_name: customer.name,
      currency: shownCurrency(currency.id, currency.code, currency.symbol),
      currency_code: currency.code,
    };
    return Object.assign(others, dues);
  },
});
const toContract: (row: ContractRow) => Contract = toRow;

/** Whether a contract has something left to pay, in SQL. */
const owing = "remaining_amount > 0";

const isOwingOf = (params: URLSearchParams) => flagOf(params, "is_owing");

/** `contracts.signed_with` is the first of those that were signed at once, and null of the first itself. */
function whereSignedWith(query: Knex.QueryBuilder, id: number) {
  const first = db.raw("(SELECT coalesce(own.signed_with, own.id) FROM contracts own WHERE own.id = ?)", id);
  return query.where((one) => one.where("contracts.id", first).orWhere("contracts.signed_with", first));
}

const filters = {
  /** A status, or all that are not cancelled (`standing`). */
  status(params) {
    const status = choiceOf(params, "status", contractFilters);
    if (status === "standing") return (query) => query.whereRaw("stands(status)");
    return status && ((query) => query.where({ status }));
  },
  /** Whether something is left to pay. */
  is_owing(params) {
    const isOwing = isOwingOf(params);
    return isOwing === undefined ? undefined : (query) => query.whereRaw(isOwing ? owing : `NOT (${owing})`);
  },
  /** Whether an instalment is past its date and unpaid. */
  overdue(params) {
    const isOverdue = flagOf(params, "overdue");
    if (isOverdue === undefined) return undefined;
    return (query) => query.whereRaw(isOverdue ? overdue : `${overdue} IS NOT TRUE`, [officeToday()]);
  },
  /** Whether it stands in a cancelled campaign, so that nobody asks for what it owes. */
  in_cancelled_campaign(params) {
    const isIn = flagOf(params, "in_cancelled_campaign");
    if (isIn === undefined) return undefined;
    return (query) => query.whereRaw(isIn ? inCancelledCampaign : `NOT ${inCancelledCampaign}`);
  },
  /** The contracts that were signed at once with this one, itself among them. */
  signed_with(params) {
    const id = idOf(params, "signed_with");
    return id ? (query) => whereSignedWith(query, id) : undefined;
  },
  /** Whether it was moved to another contract, or from one. */
  moved(params) {
    const moved = choiceOf(params, "moved", namesOf(movedLabels));
    const to = "EXISTS (SELECT FROM contracts AS other WHERE other.moved_from_id = contracts.id)";
    return moved && ((query) => query.whereRaw(moved === "to" ? to : "moved_from_id IS NOT NULL"));
  },
  discounted: byAmount("discounted", "discount_amount"),
  /** Whether something is to be given back to the customer. */
  refundable: byAmount("refundable", "refundable_amount"),
  ...byFields(contract.fields, ["campaign_id", "customer_id", "agent_id", "room", "traveller"]),
  period: within("contract_date"),
  hijri: withinHijri("contract_date"),
} satisfies Filters;

/** The contracts that match a search (contract number or customer name) and the filters, newest first. */
export function listContracts(params: URLSearchParams): List<Contract> {
  const search = searchOf(params);
  const selection = readFilters(filters, params);
  const contracts = () => selection.narrow(db("contracts").select("contracts.id"));
  return {
    ...(search
      ? searchMatches(contracts, [
          { of: customersNamed(search), by: "contracts.customer_id" },
          { of: partnersNamed("agents", search), by: "contracts.agent_id" },
          { own: (row) => whereNumber(row, "contract_number", "C", search) },
        ])
      : { matching: contracts() }),
    table: "contracts",
    rows: contractRows,
    toRow: toContract,
    total: !search && selection.isOnlyBy(["status", "is_owing"]) ? owingTotal() : undefined,
    totals: !search && selection.isOnlyBy(["status", "is_owing", "campaign_id"]) ? owingTotals() : undefined,
  };

  function owingTotal() {
    const is_owing = isOwingOf(params);
    if (is_owing === undefined) return selection.narrow(keptCount("contracts"));
    const owingCount = selection.narrow(keptCount("contracts_owing"), ["status"]);
    return owingCount.where({ is_owing });
  }

  /**
   * Totals that are also by campaign and by whether something is left to pay. They have more rows, so they are read only for such
   * filters.
   */
  function owingTotals() {
    const is_owing = isOwingOf(params);
    const isAsked = selection.has("campaign_id") || is_owing !== undefined;
    const query = db(isAsked ? "contracts_monthly_totals" : "contracts_totals");
    return selection.narrow(query, ["status", "campaign_id"]).where(withoutUndefined({ is_owing }));
  }
}

/** @throws DomainError not_found */
export async function findContract(db: Db, id: number | Knex.Raw): Promise<Contract> {
  const row: ContractRow | undefined = await contractRows(db).where("contracts.id", id).first();
  if (!row) throw notFound("العقد غير موجود");
  return toContract(row);
}

/** The standing contracts that a family signed at once with this one, itself among them, by id; nothing without a contract. */
export async function familyOf(db: Db, id: number | null | undefined): Promise<Contract[]> {
  if (!id) return [];
  const rows: ContractRow[] = await whereSignedWith(contractRows(db), id)
    .whereRaw("stands(contracts.status)")
    .orderBy("contracts.id");
  return rows.map(toContract);
}

/** The contracts of an address such as `contracts=7,8`, by id. */
export async function contractsNamed(db: Db, params: URLSearchParams): Promise<Contract[]> {
  const { data: wantedIds = [] } = ids().safeParse((params.get("contracts") ?? "").split(","));
  const rows: ContractRow[] = await contractRows(db)
    .whereIn("contracts.id", wantedIds)
    .orderBy("contracts.id");
  return drawRows(rows, toContract);
}

/**
 * The customer's contracts of which something is to be given back, newest first.
 * @param contractId one that is wanted anyway
 */
export async function refundableContractsOf(
  db: Db,
  customerId: number,
  contractId?: number | null,
): Promise<Contract[]> {
  const rows: ContractRow[] = await contractRows(db)
    .where({ customer_id: customerId })
    .where((wanted) => wanted.where("refundable_amount", ">", 0).orWhere("contracts.id", contractId ?? 0))
    .orderBy("contracts.id", "desc");
  return rows.map(toContract);
}

/** The customer's contracts that can take receipts, newest first: not cancelled, or with a fee left to pay. */
export async function openContractsOf(db: Db, customerId: number): Promise<Contract[]> {
  const rows: ContractRow[] = await contractRows(db)
    .where({ customer_id: customerId })
    .whereRaw("(stands(contracts.status) OR remaining_amount > 0)")
    .orderBy("contracts.id", "desc");
  return rows.map(toContract);
}

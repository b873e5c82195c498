import type { Knex } from "knex";
import type { z } from "zod";
import { byId, type Filters, readFilters, within, withinHijri } from "~/db/filters.server";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { choiceOf, flagOf, keptCount, type List, searchOf } from "~/db/list.server";
import { refuseWhileUsed } from "~/db/references.server";
import {
  insertNumbered,
  lastOf,
  lockRow,
  lockRowWithKey,
  rowsWith,
  withoutUndefined,
} from "~/db/rows.server";
import { searchMatches, whereNumber } from "~/db/search.server";
import type { By, Store } from "~/db/store.server";
import { together } from "~/db/together.server";
import { conflicting, notFound } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import { choice, ids } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import { customersNamed } from "~/features/customers/customers.server";
import { convert, type Decimal, shownCurrency } from "~/features/money/money.server";
import { keepContents } from "./contents.server";
import { type Contract, contract, contractFilters, contractStates, mostCompanions } from "./contract";
import { activeCustomers, attachedPackage, lockCampaign, questionsOf, takeSeats } from "./rules.server";

/** A new contract starts active with the package's price; a status or total that is sent is ignored. */
const schema = schemaOf(contract.fields);
/** The fields of a signed contract that can change (spec §5). */
const changeSchema = schema
  .pick({ visa_issue_date: true, visa_duration_days: true, notes: true })
  .extend({ status: choice(contractStates.names).optional() });

type ContractInput = z.output<typeof schema>;
type ContractChange = z.output<typeof changeSchema>;

type Amounts = "total_amount" | "paid_amount" | "remaining_amount";
type ContractRow = Omit<Contract, Amounts | "customer" | "campaign" | "package" | "currency"> &
  Record<Amounts, Decimal> & {
    customer_phone: string;
    campaign_name: string;
    package_name: string;
    currency_symbol: string;
  };

function contractRows(db: Db) {
  const references = {
    customers: "customer_id",
    campaigns: "campaign_id",
    packages: "package_id",
    currencies: "currency_id",
  };
  return rowsWith(db, "contracts", references).select("contracts.*", {
    customer_name: "customers.name",
    customer_phone: "customers.phone",
    campaign_name: "campaigns.name",
    package_name: "packages.name",
    currency_code: "currencies.code",
    currency_symbol: "currencies.symbol",
  });
}

/** Written out, since `...others` would take a hundred times as long (docs/decisions/bench.md). */
function toContract(row: ContractRow): Contract {
  return {
    id: row.id,
    contract_number: row.contract_number,
    customer_id: row.customer_id,
    campaign_id: row.campaign_id,
    package_id: row.package_id,
    contract_date: row.contract_date,
    currency_id: row.currency_id,
    total_amount: Number(row.total_amount),
    paid_amount: Number(row.paid_amount),
    remaining_amount: row.status === "cancelled" ? 0 : Number(row.remaining_amount), // a cancelled contract owes nothing
    visa_issue_date: row.visa_issue_date,
    visa_duration_days: row.visa_duration_days,
    status: row.status,
    notes: row.notes,
    created_by: row.created_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
    customer_name: row.customer_name,
    currency_code: row.currency_code,
    customer: { id: row.customer_id, name: row.customer_name, phone: row.customer_phone },
    campaign: { id: row.campaign_id, name: row.campaign_name },
    package: { id: row.package_id, name: row.package_name },
    currency: shownCurrency(row.currency_id, row.currency_code, row.currency_symbol),
  };
}

/** Whether a contract has something left to pay, in SQL. */
const owing = "remaining_amount > 0 AND contracts.status <> 'cancelled'";

const isOwingOf = (params: URLSearchParams) => flagOf(params, "is_owing");

const filters = {
  /** A status, or all that are not cancelled (`standing`). */
  status(params) {
    const status = choiceOf(params, "status", contractFilters);
    if (status === "standing") return (query) => query.whereNot({ status: "cancelled" });
    return status && ((query) => query.where({ status }));
  },
  /** Whether something is left to pay. */
  is_owing(params) {
    const isOwing = isOwingOf(params);
    return isOwing === undefined ? undefined : (query) => query.whereRaw(isOwing ? owing : `NOT (${owing})`);
  },
  campaign_id: byId("campaign_id"),
  customer_id: byId("customer_id"),
  period: within("contract_date"),
  hijri: withinHijri("contract_date"),
} satisfies Filters;

/** The contracts that match a search (contract number or customer name) and the filters, newest first. */
function listContracts(params: URLSearchParams): List<Contract> {
  const search = searchOf(params);
  const selection = readFilters(filters, params);
  const contracts = () => selection.narrow(db("contracts").select("contracts.id"));
  return {
    ...(search
      ? searchMatches(contracts, [
          { of: customersNamed(search), by: "contracts.customer_id" },
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
    return owingCount.whereRaw("(is_owing AND status <> 'cancelled') = ?", [is_owing]);
  }

  /**
   * Totals that are also by campaign and by whether something is left to pay. They have more rows, so they are read only for such
   * filters.
   */
  function owingTotals() {
    const is_owing = isOwingOf(params); // the tiles leave out cancelled contracts
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

/** The contracts of an address such as `contracts=7,8`, by id. */
export async function contractsNamed(db: Db, params: URLSearchParams): Promise<Contract[]> {
  const { data: wantedIds = [] } = ids().safeParse((params.get("contracts") ?? "").split(","));
  const rows: ContractRow[] = await contractRows(db)
    .whereIn("contracts.id", wantedIds)
    .orderBy("contracts.id");
  return rows.map(toContract);
}

/** The customer's contracts that can take receipts (not cancelled), newest first. */
export async function openContractsOf(db: Db, customerId: number): Promise<Contract[]> {
  const rows: ContractRow[] = await contractRows(db)
    .where({ customer_id: customerId })
    .whereNot("contracts.status", "cancelled")
    .orderBy("contracts.id", "desc");
  return rows.map(toContract);
}

export const series = { table: "contracts", column: "contract_number", prefix: "C" };

/** Signs a contract with one customer. @throws as `signContracts` does */
async function createContract(trx: Transaction, input: ContractInput, by: By): Promise<Contract> {
  const [contract] = await signContracts(trx, input, [input.customer_id], by);
  return contract as Contract;
}

/**
 * Signs a contract with each of the customers today, at the package's present price, currency and cost (rulings
 * §3, §4): with all of them or none. Asks before a customer gets a second one in the campaign.
 * @param customerIds each once; the first is `customer_id`, the others are `companion_ids`
 * @throws DomainError invalid, conflict if too few seats are free or a customer, campaign or package takes no new contract
 */
async function signContracts(
  trx: Transaction,
  input: ContractInput,
  customerIds: number[],
  { user, ask }: By,
): Promise<Contract[]> {
  const campaign = await lockCampaign(trx, input.campaign_id);
  if (campaign.status !== "active") throw conflicting("campaign_id", "الحملة غير نشطة ولا تقبل عقودًا جديدة");
  await takeSeats(trx, campaign, customerIds.length);
  const customers = await activeCustomers(trx, customerIds);
  const { contents, ...offer } = await attachedPackage(trx, input);
  const { currency_id, total_price, total_cost, exchange_rate } = offer;
  if (ask) ask(await questionsOf(trx, campaign.id, customers));

  const contract_date = officeToday();
  const row = {
    ...input,
    contract_date,
    currency_id,
    total_amount: total_price,
    package_cost: convert(total_cost, "1", exchange_rate).toFixed(),
    contents_id: await keepContents(trx, contents),
    created_by: user.id,
  };
  const sign = async (parties: { id: number }[], signed_with?: number) => {
    const answers = await together(
      trx,
      ...parties.flatMap(({ id }) => [
        () => insertNumbered(trx, series, contract_date, { ...row, customer_id: id, signed_with }),
        () => findContract(trx, lastOf(trx, series).id),
      ]),
    );
    return answers.filter((_, index) => index % 2) as Contract[];
  };
  const first = await sign(customers.slice(0, 1));
  const others = customers.length > 1 ? await sign(customers.slice(1), first[0]?.id) : [];
  return [...first, ...others];
}

/**
 * Changes the status, the visa's dates or the notes; a cancelled contract needs a free seat to become active again (rulings §4).
 * @throws DomainError not_found, conflict if the campaign is full or the contract was changed since `readAt`
 */
async function updateContract(
  trx: Transaction,
  id: number,
  { status, visa_issue_date, visa_duration_days, notes }: ContractChange,
  { readAt, ask }: By,
): Promise<Contract> {
  const present = await lockRow<ContractRow>(trx, "contracts", id, readAt, () => findContract(trx, id));
  if (present.status === "cancelled" && status && status !== "cancelled") {
    await takeSeats(trx, await lockCampaign(trx, present.campaign_id), 1, "status");
    const { customer_id, customer_name } = await findContract(trx, id);
    if (ask) ask(await questionsOf(trx, present.campaign_id, [{ id: customer_id, name: customer_name }]));
  }
  const change = withoutUndefined({ status, visa_issue_date, visa_duration_days, notes });
  if (Object.keys(change).length) await trx("contracts").where({ id }).update(change);
  return findContract(trx, id);
}

/** @throws DomainError not_found, conflict while receipts name the contract */
async function removeContract(trx: Transaction, id: number) {
  await lockRowWithKey(trx, "contracts", id);
  await refuseWhileUsed(trx, "contracts", id);
  await trx("contracts").where({ id }).delete();
}

/** The store of the form of new contracts: one with the customer, and one with each companion. */
export const contractForms = {
  schema: schema.extend({ companion_ids: ids(mostCompanions) }),
  find: findContract,
  /** @returns the customer's contract, and the ids of all signed ones */
  async create(
    trx: Transaction,
    { companion_ids = [], ...input }: ContractInput & { companion_ids?: number[] },
    by: By,
  ) {
    const all = [...new Set([input.customer_id, ...companion_ids])];
    const family = await signContracts(trx, input, all, by);
    return { ...(family[0] as Contract), family: family.map(({ id }) => id) };
  },
};

export const contracts: Store<Contract, typeof schema> = {
  schema,
  changeSchema,
  list: listContracts,
  find: findContract,
  create: createContract,
  update: (trx, id, change: ContractChange, by) => updateContract(trx, id, change, by),
  remove: removeContract,
};

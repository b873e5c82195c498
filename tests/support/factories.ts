import type { Knex } from "knex";

/*
 * Rows that tests need and no call makes yet. Each takes what the test cares about and fills in the rest.
 */

let made = 0;
const number = () => String(++made).padStart(4, "0");

/** @returns the id of the new row */
export async function insert(knex: Knex, table: string, row: object) {
  const [stored] = await knex(table).insert(row).returning("id");
  return stored.id as number;
}

/** @returns the id; `exchange_rate` is the worth of one unit in the default currency */
export function makeCurrency(knex: Knex, code: string, exchange_rate: string, more: object = {}) {
  return insert(knex, "currencies", { name: code, code, symbol: code, exchange_rate, ...more });
}

/** Gives a currency another code, which the office refuses once something is owed in it. */
export const renameCurrency = (knex: Knex, id: number, code: string) =>
  knex.transaction(async (trx) => {
    await trx.raw("SET LOCAL session_replication_role = replica");
    await trx("currencies").where({ id }).update({ code });
  });

/** The default currency. */
export function makeDollar(knex: Knex) {
  return makeCurrency(knex, "USD", "1", { is_default: true, symbol: "$", name: "دولار أمريكي" });
}

/** The default currency and one of three decimals: their ids, and by id how a row shows the one it is told in. */
export async function makeDollarAndDinar(knex: Knex) {
  const usd = await makeDollar(knex);
  const kwd = await makeCurrency(knex, "KWD", "3.25", { symbol: "د.ك", name: "دينار كويتي" });
  const shown = {
    [usd]: { id: usd, code: "USD", symbol: "$", decimals: 2 },
    [kwd]: { id: kwd, code: "KWD", symbol: "د.ك", decimals: 3 },
  };
  return { usd, kwd, shown };
}

export function makeCustomer(knex: Knex, more: object = {}) {
  return insert(knex, "customers", { name: `عميل ${number()}`, phone: "777123456", ...more });
}

export function makePackage(knex: Knex, currency_id: number, total_price: string, more: object = {}) {
  return insert(knex, "packages", { name: `باقة ${number()}`, currency_id, total_price, ...more });
}

/** @param packages the ids of the packages attached to it */
export async function makeCampaign(knex: Knex, total_seats: number, packages: number[], more: object = {}) {
  const dates = { start_date: "2026-02-18", end_date: "2026-03-19" };
  const campaign_id = await insert(knex, "campaigns", {
    name: `حملة ${number()}`,
    type: "عمرة",
    ...dates,
    total_seats,
    ...more,
  });
  for (const package_id of packages) await knex("campaign_packages").insert({ campaign_id, package_id });
  return campaign_id;
}

/** A contract as it stands in its table. */
export function makeContract(
  knex: Knex,
  parties: { customer_id: number; campaign_id: number; package_id: number; currency_id: number },
  total_amount: string,
  more: object = {},
) {
  const dated = { contract_number: `C-2026-${number()}`, contract_date: "2026-01-05" };
  return insert(knex, "contracts", { ...dated, ...parties, total_amount, ...more });
}

/** A cash box, or a bank if `more` says so. */
export function makeAccount(knex: Knex, currency_id: number, more: object = {}) {
  return insert(knex, "accounts", { kind: "cash_box", name: "صندوق", currency_id, ...more });
}

export function makeTrip(knex: Knex, start_date: string, end_date: string, more: object = {}) {
  return insert(knex, "trips", { name: `رحلة ${number()}`, start_date, end_date, ...more });
}

/** What a call takes of a voucher in cash. */
export const inCash = (cash_box_id: unknown, currency_id: unknown, amount: unknown) => ({
  payment_method: "cash",
  cash_box_id,
  currency_id,
  amount,
});

/** A receipt as it stands in its table, without what the ledger does for a real one. */
export async function makeReceipt(knex: Knex, contractId: number, more: object = {}) {
  const contract = await knex("contracts").where({ id: contractId }).first();
  const { currency_id } = contract;
  const account_id = await makeAccount(knex, currency_id);
  const user = await knex("users").first("id");
  return insert(knex, "receipt_vouchers", {
    receipt_number: `RV-2025-${number()}`,
    date: "2026-01-10",
    customer_id: contract.customer_id,
    contract_id: contractId,
    amount: "10",
    currency_id,
    payment_method: "cash",
    account_id,
    account_amount: "10",
    description: "دفعة",
    exchange_rate_at_payment: "1",
    equivalent_amount: "10",
    equivalent_currency_id: currency_id,
    received_by: user.id,
    ...more,
  });
}

export function makeAgent(knex: Knex, more: object = {}) {
  return insert(knex, "agents", {
    name: `وكيل ${number()}`,
    phone: "777222333",
    type: "external",
    ...more,
  });
}

export function makeSupplier(knex: Knex, more: object = {}) {
  return insert(knex, "suppliers", { name: `مورد ${number()}`, phone: "777444555", ...more });
}

/** An invoice of an agent (`agent_id`) or a supplier (`supplier_id`), in riyals. */
export function makeInvoice(
  knex: Knex,
  partner: { agent_id: number } | { supplier_id: number },
  amount: string,
  more: object = {},
) {
  const isAgents = "agent_id" in partner;
  return insert(knex, "invoices", {
    kind: isAgents ? "agent" : "purchase",
    ...partner,
    invoice_number: `${isAgents ? "A" : "P"}-${number()}`,
    invoice_date: "2026-01-10",
    description: "فاتورة",
    amount,
    ...more,
  });
}

/** A payment as it stands in its table, without what the ledger does for a real one; to `beneficiary` unless it says more. */
export async function makePayment(knex: Knex, currency_id: number, amount: string, more: object = {}) {
  const account_id = await makeAccount(knex, currency_id);
  const user = await knex("users").first("id");
  return insert(knex, "payment_vouchers", {
    payment_number: `PV-2025-${number()}`,
    date: "2026-01-10",
    beneficiary_type: "other",
    ...("beneficiary_type" in more ? {} : { beneficiary: "مستفيد" }),
    amount,
    currency_id,
    payment_method: "cash",
    account_id,
    account_amount: amount,
    paid_by: user.id,
    ...more,
  });
}

/** A bus of 45 seats. */
export async function makeTransportation(knex: Knex, more: object = {}) {
  const currency = (await knex("currencies").first("id")) ?? { id: await makeCurrency(knex, "SAR", "1") };
  return insert(knex, "transportations", {
    company_name: `نقل ${number()}`,
    bus_type_id: await insert(knex, "bus_types", { name: `حافلة ${number()}` }),
    capacity: 45,
    price_per_person: "100",
    currency_id: currency.id,
    ...more,
  });
}

export function makeGroup(knex: Knex, campaign_id: number, more: object = {}) {
  return insert(knex, "groups", { name: `مجموعة ${number()}`, campaign_id, capacity: 45, ...more });
}

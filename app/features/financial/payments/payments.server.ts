import type { Knex } from "knex";
import type { z } from "zod";
import { byChoice, byId, readFilters, within } from "~/db/filters.server";
import { readAnswer } from "~/db/idempotency.server";
import { type Db, db, type Transaction } from "~/db/knex.server";
import type { List } from "~/db/list";
import { rowsIn, searchOf } from "~/db/list.server";
import { rowsWith } from "~/db/rows.server";
import { searchMatches, whereNumber, wherePerson, whereSearch } from "~/db/search.server";
import { notFound } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import { choice, documentDate, optional, positiveAmount, text } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import type { InvoiceKind } from "~/features/invoices/invoice";
import { type Decimal, minorUnit } from "~/features/money/money.server";
import { type VoucherStatus, voucherStates } from "~/features/money/voucher";
import { keptVouchers, voucherFigures } from "../vouchers/figures.server";
import { accountOf, type MoneyRow, moneyColumns, timesOf } from "../vouchers/rows.server";
import {
  type BeneficiaryType,
  beneficiaryTypes,
  type PayingMethod,
  type Payment,
  payingMethods,
  payment,
} from "./payment";

export const paymentSchema = schemaOf(payment.fields).extend({
  beneficiary_type: optional(choice(beneficiaryTypes)),
  beneficiary: optional(text(200)),
  amount: positiveAmount(),
  date: optional(documentDate()),
});
export type PaymentInput = z.output<typeof paymentSchema>;

/** A call may also change the status: cancel a voucher or confirm it again. */
export const paymentUpdateSchema = paymentSchema
  .partial()
  .extend({ status: choice(voucherStates.names).optional() });
export type PaymentUpdate = z.output<typeof paymentUpdateSchema>;

/** A voucher's row in the database. */
export type PaymentRow = {
  id: number;
  payment_number: string;
  date: string;
  beneficiary_type: BeneficiaryType;
  customer_id: number | null;
  agent_id: number | null;
  supplier_id: number | null;
  expense_id: number | null;
  /** The typed name, if there is no reference. */
  beneficiary: string | null;
  invoice_id: number | null;
  contract_id: number | null;
  campaign_id: number | null;
  amount: Decimal;
  currency_id: number;
  payment_method: PayingMethod;
  payment_reference: string | null;
  account_id: number;
  account_amount: Decimal;
  /** In riyals for an invoice, in the contract's currency for a contract. */
  settled_amount: Decimal | null;
  exchange_rate_at_payment: Decimal | null;
  description: string | null;
  paid_by: number;
  status: VoucherStatus;
  created_at: string;
  updated_at: string;
};

const beneficiaries = {
  customers: "customer_id",
  agents: "agent_id",
  suppliers: "supplier_id",
  expenses: "expense_id",
};

const paymentRows = (db: Db) =>
  rowsWith(
    db,
    "payment_vouchers",
    { currencies: "currency_id", accounts: "account_id", users: "paid_by" },
    { ...beneficiaries, invoices: "invoice_id", contracts: "contract_id", campaigns: "campaign_id" },
  )
    .select("payment_vouchers.*", {
      ...moneyColumns,
      paid_by_name: "users.username",
      invoice_kind: "invoices.kind",
      invoice_number: "invoices.invoice_number",
      campaign_name: "campaigns.name",
      contract_number: "contracts.contract_number",
      contract_currency: db("currencies AS own")
        .where("own.id", db.ref("contracts.currency_id"))
        .select("code"),
    })
    .select(
      db.raw(
        "coalesce(customers.name, agents.name, suppliers.name, expenses.name, payment_vouchers.beneficiary) AS beneficiary_name",
      ),
    );

type JoinedRow = PaymentRow &
  MoneyRow &
  Record<"paid_by_name" | "beneficiary_name" | "campaign_name", string> & {
    invoice_kind: InvoiceKind | null;
    invoice_number: string | null;
    contract_number: string | null;
    contract_currency: string | null;
  };

const orNull = (amount: Decimal | null) => (amount === null ? null : Number(amount));

export function toPayment(row: JoinedRow): Payment {
  return {
    id: row.id,
    payment_number: row.payment_number,
    date: row.date,
    beneficiary_type: row.beneficiary_type,
    beneficiary: row.beneficiary_name,
    customer_id: row.customer_id,
    agent_id: row.agent_id,
    supplier_id: row.supplier_id,
    expense_id: row.expense_id,
    agent_invoice_id: row.invoice_kind === "agent" ? row.invoice_id : null,
    purchase_invoice_id: row.invoice_kind === "purchase" ? row.invoice_id : null,
    invoice_number: row.invoice_number,
    campaign_id: row.campaign_id,
    campaign: row.campaign_id ? { id: row.campaign_id, name: row.campaign_name } : null,
    contract_id: row.contract_id,
    contract_number: row.contract_number,
    contract_currency: row.contract_currency
      ? { code: row.contract_currency, decimals: minorUnit(row.contract_currency) }
      : null,
    settled_amount: row.contract_id ? null : orNull(row.settled_amount),
    refunded_amount: row.contract_id ? orNull(row.settled_amount) : null,
    exchange_rate_at_payment: orNull(row.exchange_rate_at_payment),
    amount: Number(row.amount),
    currency_id: row.currency_id,
    currency: row.currency_code,
    currency_symbol: row.currency_symbol,
    currency_decimals: minorUnit(row.currency_code),
    payment_method: row.payment_method,
    payment_reference: row.payment_reference,
    ...accountOf(row),
    description: row.description,
    paid_by: row.paid_by_name,
    status: row.status,
    ...timesOf(row),
  };
}

const filters = {
  status: byChoice("status", voucherStates.names),
  payment_method: byChoice("payment_method", payingMethods),
  beneficiary_type: byChoice("beneficiary_type", beneficiaryTypes),
  customer_id: byId("customer_id"),
  agent_id: byId("agent_id"),
  supplier_id: byId("supplier_id"),
  expense_id: byId("expense_id"),
  agent_invoice_id: byId("agent_invoice_id", "invoice_id"),
  purchase_invoice_id: byId("purchase_invoice_id", "invoice_id"),
  contract_id: byId("contract_id"),
  campaign_id: byId("campaign_id"),
  period: within("date"),
};

/** The vouchers that match a search (number, beneficiary, description) and the filters; newest date first. */
export function listPayments(params: URLSearchParams): List<Payment> {
  const search = searchOf(params);
  const selection = readFilters(filters, params);
  const vouchers = () => selection.narrow(db("payment_vouchers").select("id", "date"));
  const byName = (table: string, name: string, column: string) => ({
    of: wherePerson(db(table).select("id"), name, search),
    by: `payment_vouchers.${column}`,
    few: true,
  });
  return {
    ...(search
      ? searchMatches(vouchers, [
          { own: (row) => whereNumber(row, "payment_number", "PV", search) },
          { own: (row) => whereSearch(row, "payment_vouchers.search", search) },
          byName("customers", "search", "customer_id"),
          byName("agents", "search", "agent_id"),
          byName("suppliers", "search", "supplier_id"),
          byName("expenses", "fold(' ' || name)", "expense_id"),
        ])
      : { matching: vouchers() }),
    table: "payment_vouchers",
    newestBy: "date",
    rows: paymentRows,
    toRow: toPayment,
    ...(!search && keptVouchers("payment_vouchers", selection)),
  };
}

/** @throws DomainError not_found */
export async function findPayment(db: Db, id: number | Knex.Raw): Promise<Payment> {
  const row = await paymentRows(db).where("payment_vouchers.id", id).first();
  if (!row) throw notFound("السند غير موجود");
  return toPayment(row);
}

/** The tiles (spec §2): the sum of confirmed vouchers in the default currency, their number, and today's sum. */
export async function paymentFigures(list: List<Payment>) {
  const [figures, today] = await Promise.all([
    voucherFigures(db, list),
    rowsIn(list).where({ status: "confirmed", date: officeToday() }).count().first(),
  ]);
  return { ...figures, today: Number(today?.count) };
}

const rowsSql = paymentRows(db).toString();

/** Reads a voucher as the answer of the transaction that wrote it. */
export const answerPayment = async (trx: Transaction, id: number | Knex.Raw) =>
  toPayment(await readAnswer(trx, rowsSql, ["payment_vouchers.id", id]));

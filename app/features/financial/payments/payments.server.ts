import type { Knex } from "knex";
import type { z } from "zod";
import { documentOf } from "~/db/document.server";
import { byFields, equal, readFilters } from "~/db/filters.server";
import { readAnswer } from "~/db/idempotency.server";
import { type Db, db, type Transaction } from "~/db/knex.server";
import type { List } from "~/db/list";
import { idOf, rowsIn, searchOf } from "~/db/list.server";
import { joinAll } from "~/db/rows.server";
import { searchMatches, wherePerson, whereSearch } from "~/db/search.server";
import { notFound } from "~/domain/domain-error";
import type { StoredOf, TypedOf } from "~/domain/fields";
import { schemaOf } from "~/domain/fields.server";
import { choice, documentDate, optional, positiveAmount, text } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import type { InvoiceKind } from "~/features/invoices/invoice";
import { eventFields } from "~/features/money/event-day.server";
import { type Decimal, minorUnit } from "~/features/money/money.server";
import { voucherStates } from "~/features/money/voucher";
import { keptVouchers, voucherFigures } from "../vouchers/figures.server";
import { byCustomer, contractsOfNamed, voucherFilters, voucherWays } from "../vouchers/filters.server";
import { purposeColumns, purposeFilter } from "../vouchers/purpose.server";
import { cancelledOn, contractCustomer, type MoneyRow, moneyColumns } from "../vouchers/rows.server";
import { beneficiaryTypes, type Payment, payment } from "./payment";

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
  .extend({ status: choice(voucherStates.names).optional(), ...eventFields });
export type PaymentUpdate = z.output<typeof paymentUpdateSchema>;

type Fields = (typeof payment)["fields"];
type Columns = {
  /** The typed name, if there is no reference. */
  beneficiary: string | null;
  invoice_id: number | null;
  account_id: number;
};

/** The values that a user enters for a voucher. */
export type Terms = Omit<TypedOf<Fields>, "beneficiary"> & Columns;

/** A voucher's row in the database. The settled amount of a contract is in its currency, that of an invoice in riyals. */
export type PaymentRow = Omit<StoredOf<Fields>, "beneficiary" | "paid_by"> &
  Columns & { account_amount: Decimal; paid_by: number };

const beneficiaries = {
  customers: "customer_id",
  agents: "agent_id",
  suppliers: "supplier_id",
  expenses: "expense_id",
};

type JoinedRow = PaymentRow &
  MoneyRow &
  Record<"paid_by_name" | "beneficiary_name", string> & {
    invoice_kind: InvoiceKind | null;
    invoice_number: string | null;
    contract_number: string | null;
    contract_currency: string | null;
    contract_customer_id: number;
    contract_customer: string;
    service: string | null;
  };

const { rows: paymentRows, toRow } = documentOf(payment, {
  join: (query) =>
    joinAll(
      query,
      "payment_vouchers",
      { currencies: "currency_id", accounts: "account_id", users: "paid_by" },
      { ...beneficiaries, invoices: "invoice_id", contracts: "contract_id" },
    ).select("invoices.invoice_number", "contracts.contract_number", {
      ...moneyColumns,
      cancelled_on: cancelledOn("payment_vouchers", "payment_number"),
      paid_by_name: "users.username",
      ...purposeColumns("payment_vouchers"),
      ...contractCustomer,
      invoice_kind: "invoices.kind",
      contract_currency: db("currencies AS own")
        .where("own.id", db.ref("contracts.currency_id"))
        .select("code"),
      beneficiary_name: db.raw(
        "coalesce(customers.name, agents.name, suppliers.name, expenses.name, payment_vouchers.beneficiary)",
      ),
    }),
  more(row: JoinedRow, { settled_amount }) {
    const { contract_id, contract_currency: code } = row;
    return {
      account: row.account,
      cancelled_on: row.cancelled_on,
      beneficiary: row.beneficiary_name,
      agent_invoice_id: row.invoice_kind === "agent" ? row.invoice_id : null,
      purchase_invoice_id: row.invoice_kind === "purchase" ? row.invoice_id : null,
      invoice_number: row.invoice_number,
      contract_number: row.contract_number,
      contract_currency: code ? { code, decimals: minorUnit(code) } : null,
      contract_customer: contract_id ? { id: row.contract_customer_id, name: row.contract_customer } : null,
      service: row.service,
      settled_amount: contract_id ? null : settled_amount,
      refunded_amount: contract_id ? settled_amount : null,
      currency: row.currency_code,
      currency_symbol: row.currency_symbol,
      currency_decimals: minorUnit(row.currency_code),
      paid_by: row.paid_by_name,
    };
  },
});
export const toPayment: (row: JoinedRow) => Payment = toRow;

const byInvoice = (name: "agent_invoice_id" | "purchase_invoice_id") =>
  equal("invoice_id", (params) => idOf(params, name, payment.labels));

const filters = {
  ...byFields(payment.fields, [
    "status",
    "payment_method",
    "cheque_state",
    "beneficiary_type",
    "other_service_id",
    "agent_id",
    "supplier_id",
    "expense_id",
    "contract_id",
    "campaign_id",
  ]),
  agent_invoice_id: byInvoice("agent_invoice_id"),
  purchase_invoice_id: byInvoice("purchase_invoice_id"),
  ...byCustomer("payment_vouchers"),
  ...purposeFilter,
  ...voucherFilters("payment_vouchers"),
};

/** The vouchers that match a search (number, reference, amount, beneficiary) and the filters; newest date first. */
export function listPayments(params: URLSearchParams): List<Payment> {
  const search = searchOf(params);
  const selection = readFilters(filters, params);
  const vouchers = () => selection.narrow(db("payment_vouchers").select("id", "date"));
  const byName = (table: string, name: string, column: string) => ({
    of: wherePerson(db(table).select("id"), name, search),
    by: `payment_vouchers.${column}`,
  });
  return {
    ...(search
      ? searchMatches(vouchers, [
          ...voucherWays("payment_number", "PV", search),
          { own: (row) => whereSearch(row, "payment_vouchers.search", search) },
          byName("customers", "search", "customer_id"),
          { of: contractsOfNamed(search), by: "payment_vouchers.contract_id" },
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

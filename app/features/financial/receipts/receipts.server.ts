import type { Knex } from "knex";
import type { z } from "zod";
import { documentOf } from "~/db/document.server";
import { drawRows } from "~/db/drawing.server";
import { byFields, type Filters, readFilters, within } from "~/db/filters.server";
import { readAnswer } from "~/db/idempotency.server";
import { type Db, db, type Transaction } from "~/db/knex.server";
import type { List } from "~/db/list";
import { searchOf } from "~/db/list.server";
import { joinAll } from "~/db/rows.server";
import { partnersNamed, searchMatches, whereNumber, wherePerson, whereSearch } from "~/db/search.server";
import { notFound } from "~/domain/domain-error";
import type { StoredOf } from "~/domain/fields";
import { schemaOf } from "~/domain/fields.server";
import { choice, code, optional, positiveAmount } from "~/domain/input.server";
import { eventFields, type SentEvent } from "~/features/money/event-day.server";
import { type Decimal, shownCurrency } from "~/features/money/money.server";
import { agreedRate } from "~/features/money/rates.server";
import { type VoucherStatus, voucherStates } from "~/features/money/voucher";
import { chargeFields, type SentCharge } from "../vouchers/cheque.server";
import { keptVouchers } from "../vouchers/figures.server";
import { byCustomer, contractsOfNamed, voucherFilters, voucherWays } from "../vouchers/filters.server";
import { withParty } from "../vouchers/party.server";
import { purposeColumns } from "../vouchers/purpose.server";
import { cancelledOn, contractCustomer, type MoneyRow, moneyColumns } from "../vouchers/rows.server";
import type { Booking, Converted } from "./booking.server";
import { payers } from "./payer.server";
import { receivedColumns, receivedFilter } from "./purpose.server";
import { payerTypes, type Receipt, receipt } from "./receipt";

export const receiptSchema = schemaOf(receipt.fields).extend({
  payer_type: optional(choice(payerTypes)),
  amount: positiveAmount(),
  exchange_rate_at_payment: agreedRate(),
});
export type ReceiptInput = z.output<typeof receiptSchema> & { rate_shown?: string | null };

export const newReceiptSchema = withParty(receiptSchema, payers);

/**
 * The form also sends the rate that it showed and the pair of currencies (see `RateShown`). A call's rate is for the voucher's
 * own pair.
 */
export const receiptFormSchema = receiptSchema.extend({ rate_shown: optional(code(100)) });

/** A call may also change the status, to cancel a voucher or confirm it again, and the charge of a returned cheque. */
export const receiptUpdateSchema = receiptSchema
  .partial()
  .extend({ status: choice(voucherStates.names).optional(), ...eventFields, ...chargeFields });
export type ReceiptUpdate = Partial<ReceiptInput> & { status?: VoucherStatus } & SentEvent & SentCharge;

/** A voucher's row in the database. */
export type ReceiptRow = StoredOf<(typeof receipt)["fields"]> &
  Booking & { account_id: number; received_by: number; money_back: boolean } & Converted;

type JoinedRow = ReceiptRow &
  MoneyRow &
  Record<"payer_name" | "received_by_name", string> &
  Record<`equivalent_currency_${"code" | "symbol"}`, string> & {
    payer_phone: string | null;
    collected_account: string | null;
    credited_invoice_number: string | null;
    credit_note_number: string | null;
    service: string | null;
    contract_number: string | null;
    contract_customer_id: number;
    contract_customer: string;
    contract_date: string;
    contract_total: Decimal;
    contract_remaining: Decimal;
  };

/** What the agent or supplier who paid is called, in SQL. */
const ofPartner = (column: "name" | "phone") =>
  `CASE WHEN num_nonnulls(receipt_vouchers.agent_id, receipt_vouchers.supplier_id) > 0 THEN coalesce(
     (SELECT ${column} FROM agents WHERE id = receipt_vouchers.agent_id), (SELECT ${column} FROM suppliers WHERE id = receipt_vouchers.supplier_id)) END`;

const { rows: receiptRows, toRow } = documentOf(receipt, {
  join: (query) =>
    joinAll(
      query,
      "receipt_vouchers",
      { currencies: "currency_id", accounts: "account_id", users: "received_by" },
      { customers: "customer_id", contracts: "contract_id" },
    )
      .join("currencies AS equivalent_currencies", "equivalent_currencies.id", "equivalent_currency_id")
      .select("contracts.contract_number", "contracts.contract_date", {
        ...moneyColumns,
        collected_account: db.raw(
          "(SELECT name FROM accounts AS collected WHERE collected.id = receipt_vouchers.collected_account_id)",
        ),
        cancelled_on: cancelledOn("receipt_vouchers", "receipt_number"),
        ...purposeColumns("receipt_vouchers"),
        ...receivedColumns,
        payer_name: db.raw(`coalesce(customers.name, receipt_vouchers.payer, ${ofPartner("name")})`),
        payer_phone: db.raw(`coalesce(customers.phone, ${ofPartner("phone")})`),
        ...contractCustomer,
        contract_total: "contracts.total_amount",
        contract_remaining: "contracts.remaining_amount",
        equivalent_currency_code: "equivalent_currencies.code",
        equivalent_currency_symbol: "equivalent_currencies.symbol",
        received_by_name: "users.username",
      }),
  more(row: JoinedRow) {
    // The contract's currency, if there is a contract.
    const equivalent_currency = shownCurrency(
      row.equivalent_currency_id,
      row.equivalent_currency_code,
      row.equivalent_currency_symbol,
    );
    return {
      account: row.account,
      collected_account: row.collected_account,
      cancelled_on: row.cancelled_on,
      customer: row.payer_name,
      customer_details: { name: row.payer_name, phone: row.payer_phone },
      service: row.service,
      credited_invoice_number: row.credited_invoice_number,
      credit_note_number: row.credit_note_number,
      contract_number: row.contract_number,
      contract: row.contract_number
        ? {
            contract_number: row.contract_number,
            start_date: row.contract_date,
            total_amount: Number(row.contract_total),
            remaining_amount: Number(row.contract_remaining),
            currency: equivalent_currency,
            customer: { id: row.contract_customer_id, name: row.contract_customer },
          }
        : null,
      currency_code: row.currency_code,
      currency: shownCurrency(row.currency_id, row.currency_code, row.currency_symbol),
      equivalent_currency,
      received_by: row.received_by_name,
    };
  },
});
export const toReceipt: (row: JoinedRow) => Receipt = toRow;

const byPayer = byFields(receipt.fields, ["payer_type"]);

const filters = {
  ...byFields(receipt.fields, [
    "status",
    "payment_method",
    "cheque_state",
    "contract_id",
    "agent_id",
    "supplier_id",
    "other_service_id",
    "credited_invoice_id",
  ]),
  payer_type(params) {
    const narrow = byPayer.payer_type?.(params);
    if (!narrow || params.get("payer_type") === payers.usual) return narrow;
    return (query) => narrow(query.whereRaw("payer_type <> 'customer'")); // these words find the partial index
  },
  ...byCustomer("receipt_vouchers"),
  ...receivedFilter,
  ...voucherFilters("receipt_vouchers"),
  due_period: within("cheque_due_date", ["due_from", "due_to"]),
} satisfies Filters;

/**
 * The vouchers that match a search (number, reference, amount, payer, the contract's number and customer) and the filters; newest first.
 * @param others filters of one screen
 * @param order another order than by their numbers
 */
export function listReceipts(
  params: URLSearchParams,
  others: Filters = {},
  order: Pick<List<Receipt>, "newestBy" | "isOldestFirst"> = {},
): List<Receipt> {
  const search = searchOf(params);
  const selection = readFilters({ ...filters, ...others }, params);
  const columns = ["id", ...(order.newestBy ? [order.newestBy] : [])];
  const vouchers = () => selection.narrow(db("receipt_vouchers").select(columns));
  const customers = wherePerson(db("customers").select("id"), "search", search);
  const contracts = whereNumber(db("contracts").select("id"), "contract_number", "C", search);
  return {
    ...(search
      ? searchMatches(vouchers, [
          ...voucherWays("receipt_number", "RV", search),
          { own: (row) => whereSearch(row.whereNotNull("payer"), "fold(' ' || payer)", search) },
          { of: customers, by: "receipt_vouchers.customer_id" },
          { of: contractsOfNamed(search), by: "receipt_vouchers.contract_id" },
          { of: contracts, by: "receipt_vouchers.contract_id" },
          { of: partnersNamed("agents", search), by: "receipt_vouchers.agent_id" },
          { of: partnersNamed("suppliers", search), by: "receipt_vouchers.supplier_id" },
        ])
      : { matching: vouchers() }),
    table: "receipt_vouchers",
    rows: receiptRows,
    toRow: toReceipt,
    ...order,
    ...(!search && keptVouchers("receipt_vouchers", selection)),
  };
}

/** The vouchers of these ids, or of one payment for several contracts, by their numbers. */
export async function receiptsOf(
  db: Db,
  which: { ids: number[] } | { split_id: string },
): Promise<Receipt[]> {
  const rows: JoinedRow[] = await receiptRows(db)
    .where((all) =>
      "ids" in which
        ? all.whereIn("receipt_vouchers.id", which.ids)
        : all.where({ split_id: which.split_id }),
    )
    .orderBy("receipt_vouchers.id");
  return drawRows(rows, toReceipt);
}

/** @throws DomainError not_found */
export async function findReceipt(db: Db, id: number | Knex.Raw): Promise<Receipt> {
  const row = await receiptRows(db).where("receipt_vouchers.id", id).first();
  if (!row) throw notFound("السند غير موجود");
  return toReceipt(row);
}

const rowsSql = receiptRows(db).toString();

/** Reads a voucher as the answer of the transaction that wrote it. */
export const answerReceipt = async (trx: Transaction, id: number | Knex.Raw) =>
  toReceipt(await readAnswer(trx, rowsSql, ["receipt_vouchers.id", id]));

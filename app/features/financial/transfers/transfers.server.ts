import type { z } from "zod";
import { documentOf } from "~/db/document.server";
import { byFields, readFilters, within } from "~/db/filters.server";
import { type Db, db } from "~/db/knex.server";
import type { List } from "~/db/list";
import { idOf, searchOf } from "~/db/list.server";
import { joinAll } from "~/db/rows.server";
import { searchMatches, whereNumber, whereSearch } from "~/db/search.server";
import { notFound } from "~/domain/domain-error";
import type { StoredOf } from "~/domain/fields";
import { schemaOf } from "~/domain/fields.server";
import { choice, decimal, documentDate, id, optional, positiveAmount } from "~/domain/input.server";
import { type AccountKind, accountName } from "~/features/accounts/account";
import { holderOf } from "~/features/accounts/accounts.server";
import { eventFields } from "~/features/money/event-day.server";
import { shownCurrency } from "~/features/money/money.server";
import { voucherStates } from "~/features/money/voucher";
import { cancelledOn } from "../vouchers/rows.server";
import { type Transfer, transfer } from "./transfer";

export const transferSchema = schemaOf(transfer.fields).extend({
  date: optional(documentDate()),
  from_account_id: optional(id()),
  to_account_id: optional(id()),
  from_amount: positiveAmount(),
  /** May be left out within one currency. */
  to_amount: optional(positiveAmount()),
  fee_amount: optional(decimal({ message: "أدخل رسومًا صحيحة", minMessage: "الرسوم لا تكون سالبة" })),
});
export type TransferInput = z.output<typeof transferSchema>;

/** A call may also change the status: cancel a transfer or confirm it again. */
export const transferChangeSchema = transferSchema
  .partial()
  .extend({ status: choice(voucherStates.names).optional(), ...eventFields });
export type TransferChange = z.output<typeof transferChangeSchema>;

export type TransferRow = StoredOf<(typeof transfer)["fields"]>;

type JoinedRow = TransferRow &
  Record<"from_kind" | "to_kind", AccountKind> &
  Record<"from_name" | "to_name" | "from_code" | "from_symbol" | "to_code" | "to_symbol", string> &
  Record<"from_currency_id" | "to_currency_id", number> &
  Record<"cancelled_on" | "created_by_name" | "expense" | "from_holder" | "to_holder", string | null>;

const idOfKind = (id: number, kind: AccountKind, wanted: AccountKind) => (kind === wanted ? id : null);

const { rows: transferRows, toRow } = documentOf(transfer, {
  join(query) {
    joinAll(query, "transfers", {}, { users: "created_by", expenses: "fee_expense_id" });
    for (const side of ["from", "to"])
      query
        .join(`accounts AS ${side}`, `${side}.id`, `${side}_account_id`)
        .join(`currencies AS ${side}_currency`, `${side}_currency.id`, `${side}.currency_id`)
        .select({
          [`${side}_kind`]: `${side}.kind`,
          [`${side}_name`]: `${side}.name`,
          [`${side}_holder`]: db.raw(holderOf(side)),
          [`${side}_currency_id`]: `${side}.currency_id`,
          [`${side}_code`]: `${side}_currency.code`,
          [`${side}_symbol`]: `${side}_currency.symbol`,
        });
    return query.select({
      cancelled_on: cancelledOn("transfers", "transfer_number"),
      created_by_name: "users.username",
      expense: "expenses.name",
    });
  },
  more: (row: JoinedRow) => ({
    from_cash_box_id: idOfKind(row.from_account_id, row.from_kind, "cash_box"),
    from_bank_account_id: idOfKind(row.from_account_id, row.from_kind, "bank"),
    to_cash_box_id: idOfKind(row.to_account_id, row.to_kind, "cash_box"),
    to_bank_account_id: idOfKind(row.to_account_id, row.to_kind, "bank"),
    from: accountName({ name: row.from_name, holder: row.from_holder }),
    to: accountName({ name: row.to_name, holder: row.to_holder }),
    from_holder: row.from_holder,
    to_holder: row.to_holder,
    currency_id: row.from_currency_id,
    currency: shownCurrency(row.from_currency_id, row.from_code, row.from_symbol),
    to_currency: shownCurrency(row.to_currency_id, row.to_code, row.to_symbol),
    fee_expense: row.expense,
    cancelled_on: row.cancelled_on,
    created_by: row.created_by_name,
  }),
});
const toTransfer: (row: JoinedRow) => Transfer = toRow;

const filters = {
  ...byFields(transfer.fields, ["status", "fee_expense_id"]),
  /** The transfers out of an account and into it. */
  account_id(params: URLSearchParams) {
    const account = idOf(params, "account_id");
    if (!account) return undefined;
    return (query: ReturnType<typeof transferRows>) =>
      query.where((one) => one.where({ from_account_id: account }).orWhere({ to_account_id: account }));
  },
  period: within("date"),
};

const anAmount = positiveAmount();

/** The transfers that match a search (number, account, description, exact amount) and the filters, newest date first. */
export function listTransfers(params: URLSearchParams): List<Transfer> {
  const search = searchOf(params);
  const selection = readFilters(filters, params);
  const transfers = () => selection.narrow(db("transfers").select("id", "date"));
  const accounts = () => whereSearch(db("accounts").select("id"), "fold(' ' || name)", search);
  const { data: amount } = anAmount.safeParse(search);
  return {
    ...(search
      ? searchMatches(transfers, [
          { own: (row) => whereNumber(row, "transfer_number", "TV", search) },
          { own: (row) => whereSearch(row, "fold(' ' || transfers.description)", search) },
          { of: accounts(), by: "transfers.from_account_id" },
          { of: accounts(), by: "transfers.to_account_id" },
          ...(amount
            ? [
                {
                  own: (row: ReturnType<typeof transferRows>) =>
                    row.where((one) => one.where({ from_amount: amount }).orWhere({ to_amount: amount })),
                },
              ]
            : []),
        ])
      : { matching: transfers() }),
    table: "transfers",
    newestBy: "date",
    rows: transferRows,
    toRow: toTransfer,
  };
}

/** @throws DomainError not_found */
export async function findTransfer(db: Db, id: number): Promise<Transfer> {
  const row = await transferRows(db).where("transfers.id", id).first();
  if (!row) throw notFound("السند غير موجود");
  return toTransfer(row);
}

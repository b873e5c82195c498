import Big from "big.js";
import type { Knex } from "knex";
import { type Asked, offer } from "~/db/choices.server";
import { documentOf } from "~/db/document.server";
import { byFields, type Filters, readFilters, within } from "~/db/filters.server";
import { type Db, db, type Transaction } from "~/db/knex.server";
import type { List } from "~/db/list";
import { choiceOf, flagOf, keptCount, rowsIn, searchOf, totalsOf } from "~/db/list.server";
import { refuseWhileUsed } from "~/db/references.server";
import { lockRowWithKey } from "~/db/rows.server";
import { partnersNamed, searchMatches, whereSearch } from "~/db/search.server";
import { type Store, tableStore } from "~/db/store.server";
import { notFound } from "~/domain/domain-error";
import { wordsOf } from "~/domain/entity";
import { missingSentence } from "~/domain/nouns";
import type { Offer } from "~/domain/offer";
import { officeToday } from "~/domain/office-day.server";
import { eventFields } from "~/features/money/event-day.server";
import {
  type Invoice,
  type InvoiceKind,
  invoiceFields,
  invoiceFilters,
  invoiceKinds,
  isOwed,
  partnerOf,
} from "./invoice";
import { type InvoiceRow, type Schema, schemas } from "./invoice-input.server";
import { insertNumbered } from "./numbers.server";
import { checkInvoice } from "./rules.server";

type JoinedRow = InvoiceRow & { partner: string; is_overdue: boolean; cancelled_on: string | null };

/**
 * Past its due date or marked as overdue, and not fully paid. The filter, the tile, the badge and the dashboard share it, in SQL;
 * `?` is the office's today.
 */
export const overdue = `(payment_status IN ('pending', 'overdue') AND paid_amount < total_amount
  AND (payment_status = 'overdue' OR due_date IS NOT NULL AND due_date < ?))`;

const document = documentOf(
  { table: "invoices", fields: invoiceFields },
  {
    more(row: JoinedRow) {
      const [agent, supplier] = row.kind === "agent" ? [row.partner] : [undefined, row.partner];
      return {
        agent_id: (agent && row.agent_id) || undefined,
        agent_name: agent,
        supplier_id: (supplier && row.supplier_id) || undefined,
        supplier_name: supplier,
        remaining_amount: isOwed(row) ? Big(row.total_amount).minus(row.paid_amount).toNumber() : 0,
        is_overdue: row.is_overdue,
        cancelled_on: row.cancelled_on,
      };
    },
  },
);

const rowsOf = (kind: InvoiceKind) => (db: Db) => {
  const { column, table } = partnerOf[kind];
  return document
    .rows(db)
    .join(table, `${table}.id`, `invoices.${column}`)
    .where({ kind })
    .select({
      partner: `${table}.name`,
      is_overdue: db.raw(overdue, [officeToday()]),
      cancelled_on: db.raw("invoice_cancelled_on(invoices.id, payment_status)"),
    });
};

const toInvoice: (row: JoinedRow) => Invoice = document.toRow;

const filtersOf = (kind: InvoiceKind) =>
  ({
    kind: () => (query) => query.where({ kind }),
    /** A status, or all that are not cancelled (`standing`), under both names of the parameter. */
    payment_status(params) {
      const status =
        choiceOf(params, "payment_status", invoiceFilters, invoiceKinds[kind].labels) ??
        choiceOf(params, "status", invoiceFilters);
      if (status === "standing") return (query) => query.whereRaw("stands(payment_status)");
      return status && ((query) => query.where({ payment_status: status }));
    },
    ...byFields(invoiceKinds[kind].fields, [partnerOf[kind].column, "campaign_id"]),
    period: within("invoice_date"),
    overdue(params) {
      const isOverdue = flagOf(params, "overdue");
      if (isOverdue === undefined) return undefined;
      return (query) => query.whereRaw(isOverdue ? overdue : `NOT ${overdue}`, [officeToday()]);
    },
  }) satisfies Filters;
const filters = { agent: filtersOf("agent"), purchase: filtersOf("purchase") };

/** The invoices that match a search (number, description, partner's name) and the filters. */
function listInvoices(kind: InvoiceKind, params: URLSearchParams): List<Invoice> {
  const { column, table } = partnerOf[kind];
  const search = searchOf(params);
  const selection = readFilters(filters[kind], params);
  const invoices = () => selection.narrow(db("invoices").select("invoices.id"));
  return {
    ...(search
      ? searchMatches(invoices, [
          { of: partnersNamed(table, search), by: `invoices.${column}` },
          { own: (row) => whereSearch(row, "invoices.search", search) },
        ])
      : { matching: invoices() }),
    table: "invoices",
    rows: rowsOf(kind),
    toRow: toInvoice,
    ...(!search &&
      selection.isOnlyBy(["kind", "payment_status"]) && {
        total: selection.narrow(keptCount("invoices")),
        totals: selection.narrow(db("invoices_totals")),
      }),
  };
}

/** The tiles: the number and sum of a list's invoices that are not cancelled, the unpaid rest, and the number of overdue ones. */
export async function invoiceFigures(db: Db, list: List<Invoice>) {
  const { rows } = await db.raw<{ rows: Record<"count" | "total" | "unpaid" | "overdue", string>[] }>(
    `SELECT coalesce(sum(count) FILTER (WHERE stands(payment_status)), 0) AS count,
            coalesce(sum(total_amount) FILTER (WHERE stands(payment_status)), 0) AS total,
            coalesce(sum(total_amount - paid_amount) FILTER (WHERE payment_status IN ('pending', 'overdue')), 0) AS unpaid,
            (?) AS overdue
     FROM ?`,
    [
      rowsIn(list).whereRaw(overdue, [officeToday()]).count(),
      totalsOf(list, ["payment_status"], ["total_amount", "paid_amount"]),
    ],
  );
  const { count = 0, total = 0, unpaid = 0, overdue: late = 0 } = rows[0] ?? {};
  return { count: Number(count), total: Number(total), unpaid: Number(unpaid), overdue: Number(late) };
}

/** The partners of a kind of invoice, under their field; for a form only the active ones. */
export async function partnerOffer(asked: Asked, kind: InvoiceKind, { isForm = false } = {}) {
  const { column, table } = partnerOf[kind];
  const open = isForm ? { open: (partners: Knex.QueryBuilder) => partners.where({ is_active: true }) } : {};
  return { [column]: await offer(asked, column, { table, ...open }) } as Record<typeof column, Offer>;
}

function storeOf(kind: InvoiceKind): Store<Invoice, Schema> {
  const table = tableStore<Invoice, Schema, JoinedRow>({
    table: "invoices",
    schema: schemas[kind] as Schema,
    rows: rowsOf(kind),
    toRow: toInvoice,
    check: (trx, input, row, by) => checkInvoice(trx, kind, input, by, row),
  });
  return {
    ...table,
    changeSchema: schemas[kind].extend(eventFields),
    list: (params) => listInvoices(kind, params),
    async create(trx, input, by) {
      const { invoice_date } = input;
      const values = await checkInvoice(trx, kind, input, by);
      const row = { ...values, kind, invoice_date, created_by: by.user.id };
      const id = row.invoice_number ? await insert(trx, row) : await insertNumbered(trx, row);
      return table.find(trx, id);
    },
    async remove(trx, id) {
      const row = await lockRowWithKey<InvoiceRow>(trx, "invoices", id);
      if (row.kind !== kind) throw notFound(missingSentence("invoices"));
      await refuseWhileUsed(trx, "invoices", id, wordsOf(invoiceKinds[kind]));
      await trx("invoices").where({ id }).delete();
    },
  };
}

async function insert(trx: Transaction, row: object): Promise<number> {
  const [{ id }] = await trx("invoices").insert(row).returning("id");
  return id;
}

export const invoices = { agent: storeOf("agent"), purchase: storeOf("purchase") };

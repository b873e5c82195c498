import Big from "big.js";
import type { Knex } from "knex";
import { type Asked, mostOffered, offer } from "~/db/choices.server";
import { documentOf } from "~/db/document.server";
import { byFields, type Filters, readFilters, within } from "~/db/filters.server";
import { type Db, db, type Transaction } from "~/db/knex.server";
import type { List } from "~/db/list";
import { choiceOf, flagOf, keptCount, rowsIn, searchOf, totalsOf } from "~/db/list.server";
import { refuseWhileUsed } from "~/db/references.server";
import { lockRow, lockRowWithKey, withoutUndefined } from "~/db/rows.server";
import { partnersNamed, searchMatches, whereSearch } from "~/db/search.server";
import { type By, type Store, tableStore } from "~/db/store.server";
import { notFound } from "~/domain/domain-error";
import { wordsOf } from "~/domain/entity";
import { formatMoney } from "~/domain/money";
import { missingSentence } from "~/domain/nouns";
import type { Offer } from "~/domain/offer";
import { officeToday } from "~/domain/office-day.server";
import { eventFields, type SentEvent } from "~/features/money/event-day.server";
import type { Decimal } from "~/features/money/money.server";
import { riyal } from "~/features/money/riyal";
import {
  askAboutNote,
  changeNote,
  type Note,
  requireAfterInvoice,
  requireOwnNote,
  settleNote,
} from "./credit-notes.server";
import {
  type Invoice,
  type InvoiceKind,
  invoiceFields,
  invoiceFilters,
  invoiceKinds,
  isCreditNote,
  isOwed,
  partnerOf,
} from "./invoice";
import { type InvoiceRow, type Schema, schemas } from "./invoice-input.server";
import { insertNumbered } from "./numbers.server";
import { checkInvoice } from "./rules.server";
import { remainingOf } from "./settlement.server";

type JoinedRow = InvoiceRow & {
  partner: string;
  is_overdue: boolean;
  cancelled_on: string | null;
  credited_invoice_number: string | null;
  receipt_number: string | null;
};

/**
 * Past its due date or marked as overdue, and not fully paid. The filter, the tile, the badge and the dashboard share it, in SQL;
 * `?` is the office's today.
 */
export const overdue = `(payment_status IN ('pending', 'overdue') AND paid_amount + credited_amount < total_amount
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
        remaining_amount: isOwed(row) ? Number(remainingOf(row)) : 0,
        is_overdue: row.is_overdue,
        cancelled_on: row.cancelled_on,
        credited_invoice_number: row.credited_invoice_number,
        receipt_number: row.receipt_number,
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
      credited_invoice_number: db("invoices AS credited")
        .where("credited.id", db.ref("invoices.credited_invoice_id"))
        .select("invoice_number"),
      receipt_number: db("receipt_vouchers")
        .where("receipt_vouchers.id", db.ref("invoices.receipt_id"))
        .select("receipt_number"),
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
    ...byFields(invoiceKinds[kind].fields, [
      partnerOf[kind].column,
      "campaign_id",
      "document_type",
      "credited_invoice_id",
    ]),
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
      selection.isOnlyBy(["kind", "payment_status", "document_type"]) && {
        total: selection.narrow(keptCount("invoices")),
        totals: selection.narrow(db("invoices_totals")),
      }),
  };
}

/**
 * The tiles: the number and sum of a list's invoices that are not cancelled, less credit notes, with the number and sum of those; the unpaid rest,
 * and the number of overdue ones.
 */
export async function invoiceFigures(db: Db, list: List<Invoice>) {
  type Figure = "count" | "total" | "notes" | "credited" | "unpaid" | "overdue";
  const standing = (type: string) => `FILTER (WHERE stands(payment_status) AND document_type = '${type}')`;
  const { rows } = await db.raw<{ rows: Record<Figure, string>[] }>(
    `SELECT sum(count) ${standing("invoice")} AS count, sum(count) ${standing("credit_note")} AS notes,
            sum(total_amount) ${standing("invoice")} AS total, sum(total_amount) ${standing("credit_note")} AS credited,
            sum(total_amount - paid_amount - credited_amount) FILTER (WHERE payment_status IN ('pending', 'overdue')) AS unpaid,
            (?) AS overdue
     FROM ?`,
    [
      rowsIn(list).whereRaw(overdue, [officeToday()]).count(),
      totalsOf(list, ["payment_status", "document_type"], ["total_amount", "paid_amount", "credited_amount"]),
    ],
  );
  const figure = (name: Figure) => Number(rows[0]?.[name] ?? 0);
  return {
    count: figure("count"),
    notes: figure("notes"),
    total: Big(figure("total")).minus(figure("credited")).toNumber(),
    credited: figure("credited"),
    unpaid: figure("unpaid"),
    overdue: figure("overdue"),
  };
}

/** The partners of a kind of invoice, under their field; for a form only the active ones. */
export async function partnerOffer(asked: Asked, kind: InvoiceKind, { isForm = false } = {}) {
  const { column, table } = partnerOf[kind];
  const open = isForm ? { open: (partners: Knex.QueryBuilder) => partners.where({ is_active: true }) } : {};
  return { [column]: await offer(asked, column, { table, ...open }) } as Record<typeof column, Offer>;
}

/**
 * The invoices that a credit note may be about, the newest first: of the chosen partner, if there is one.
 * @param kind of all kinds if it is left out
 */
export function creditedOffer(asked: Asked, kind?: InvoiceKind) {
  const column = kind && partnerOf[kind].column;
  const partners = column ? asked.chosen(column).flatMap((value) => Number(value) || []) : [];
  const partner =
    "coalesce((SELECT name FROM agents WHERE id = invoices.agent_id), (SELECT name FROM suppliers WHERE id = invoices.supplier_id))";
  return offer<{ id: number; invoice_number: string; partner: string; total_amount: Decimal }>(
    asked,
    "credited_invoice_id",
    {
      table: "invoices",
      name: `invoices.invoice_number || ' ' || ${partner}`,
      rows: db("invoices").select("id", "invoice_number", "total_amount", { partner: db.raw(partner) }),
      open: (query) => {
        query.where({ document_type: "invoice", ...(kind && { kind }) }).whereRaw("stands(payment_status)");
        return column && partners.length ? query.whereIn(column, partners) : query;
      },
      order: [{ column: "invoices.id", order: "desc" }],
      listed: mostOffered,
      toChoice: ({ id, invoice_number, partner, total_amount }) => [
        id,
        `${invoice_number} · ${partner} · ${formatMoney(Number(total_amount), riyal)}`,
      ],
    },
  );
}

/** The first values of a credit note about an invoice. @throws DomainError not_found */
export async function noteOf(db: Db, kind: InvoiceKind, id: number) {
  const invoice = await db("invoices").where({ id, kind, document_type: "invoice" }).first();
  if (!invoice) throw notFound(missingSentence("invoices"));
  const { column } = partnerOf[kind];
  return {
    document_type: "credit_note",
    [column]: invoice[column],
    credited_invoice_id: id,
    campaign_id: invoice.campaign_id,
    description: `إشعار دائن عن الفاتورة ${invoice.invoice_number}`,
  };
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
      const note = isCreditNote(input) ? await newNote(trx, row as object as NewNote, by) : undefined;
      const whole = { ...row, ...note?.values };
      const id = row.invoice_number ? await insert(trx, whole) : await insertNumbered(trx, whole);
      await note?.store();
      return table.find(trx, id);
    },
    async update(trx, id, change, by) {
      const present = await lockRow<InvoiceRow>(trx, "invoices", id, by.readAt, () => table.find(trx, id));
      const values = withoutUndefined(await checkInvoice(trx, kind, change, by, present));
      const settlement = isCreditNote(present)
        ? await changeNote(trx, present, values, change as SentEvent, by)
        : undefined;
      const row = { ...values, ...(settlement && { settled_amount: settlement.settled_amount }) };
      if (Object.keys(row).length) await trx("invoices").where({ id }).update(row);
      await settlement?.store();
      return table.find(trx, id);
    },
    async remove(trx, id) {
      const row = await lockRowWithKey<InvoiceRow>(trx, "invoices", id);
      if (row.kind !== kind) throw notFound(missingSentence("invoices"));
      if (isCreditNote(row)) await requireOwnNote(trx, row);
      await refuseWhileUsed(trx, "invoices", id, wordsOf(invoiceKinds[kind]));
      const settlement = isCreditNote(row) ? await settleNote(trx, row, null) : undefined;
      await trx("invoices").where({ id }).delete();
      await settlement?.store();
    },
  };
}

type NewNote = Note & Pick<InvoiceRow, "campaign_id">;

/** A note that says nothing of a campaign is of its invoice's. */
async function newNote(trx: Transaction, sent: NewNote, by: By) {
  const note = { ...sent, tax_amount: sent.tax_amount ?? "0" };
  const { settled_amount, store } = await settleNote(trx, null, note);
  await requireAfterInvoice(trx, note);
  await askAboutNote(trx, note, by);
  const invoice =
    sent.campaign_id === undefined &&
    (await trx("invoices")
      .where({ id: note.credited_invoice_id ?? 0 })
      .first("campaign_id"));
  return { store, values: { settled_amount, ...(invoice && { campaign_id: invoice.campaign_id }) } };
}

async function insert(trx: Transaction, row: object): Promise<number> {
  const [{ id }] = await trx("invoices").insert(row).returning("id");
  return id;
}

export const invoices = { agent: storeOf("agent"), purchase: storeOf("purchase") };

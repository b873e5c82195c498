import Big from "big.js";
import { z } from "zod";
import type { Filters } from "~/db/filters.server";
import type { Transaction } from "~/db/knex.server";
import { searchOf } from "~/db/list.server";
import { requireRows } from "~/db/rows.server";
import { whereSearch } from "~/db/search.server";
import type { By } from "~/db/store.server";
import { conflicting, invalid } from "~/domain/domain-error";
import { ids } from "~/domain/lists.server";
import { lastClosedDay } from "~/features/closing/closings.server";
import { eventDay, eventFields, lastOfVouchers } from "~/features/money/event-day.server";
import { amountInText } from "~/features/money/money.server";
import { availableIn } from "~/features/money/pots.server";
import { isOnAccount, Pots } from "../vouchers/pots.server";
import { namedTables, serviceOf } from "../vouchers/purpose.server";
import { listReceipts, type ReceiptRow, receiptSchema, receiptsOf } from "./receipts.server";

/* Receipts on account that are marked as the price of a service (`books.md`, rule 10). */

/** The greatest number of receipts that are marked at once: a page of their list. */
const most = 100;

const { service_name, other_service_id } = receiptSchema.shape;
const schema = z.object({ receipt_ids: ids(most), service_name, other_service_id, ...eventFields });

/** Words of the description, which say what an old receipt was for. It has no index: only receipts on account are looked through. */
const described: Filters = {
  description(params) {
    const search = searchOf(params, "description");
    return search
      ? (query) => whereSearch(query, "fold(' ' || receipt_vouchers.description)", search)
      : undefined;
  },
};

/** The receipts that may be marked, by the filters of all receipts and by their description; newest first. */
export const listUnmarked = (params: URLSearchParams) =>
  listReceipts(
    new URLSearchParams({
      ...Object.fromEntries(params),
      purpose: "on_account",
      payer_type: "customer",
      status: "confirmed",
    }),
    described,
  );

/** The parameters of a screen's list, with as many rows on a page as may be marked at once. */
export const pageOfUnmarked = (params: URLSearchParams) =>
  new URLSearchParams({ per_page: String(most), ...Object.fromEntries(params) });

/**
 * Marks receipts as the price of one service: all or none. In an open day that is a correction; a receipt of a closed day sells the service
 * on the day of the marking, an event.
 * @throws DomainError invalid; forbidden (another day); conflict where a receipt is no money on account, or that is no longer there
 */
async function mark(trx: Transaction, sent: z.output<typeof schema>, by: By) {
  const { receipt_ids = [], event_date, ...named } = sent;
  if (!receipt_ids.length) throw invalid("receipt_ids", "اختر سندًا واحدًا على الأقل");
  const service = serviceOf({ ...named, purpose: "service" }, { isCustomers: true });
  const receipts: ReceiptRow[] = await trx("receipt_vouchers")
    .whereIn("id", receipt_ids)
    .orderBy("id")
    .forNoKeyUpdate();
  requireOnAccount(receipts, receipt_ids.length);
  const pots = await Pots.lock(trx, "receipt", receipts);
  await requireRows(trx, service, { other_service_id: namedTables.other_service_id });
  const closedUntil = await lastClosedDay(trx);
  const closed = receipts.filter(({ date }) => date <= closedUntil);
  const sold_on = closed.length ? await dayOfMark(trx, closed, event_date, by) : null;
  pots.change(
    receipts,
    receipts.map((receipt) => ({ ...receipt, ...service })),
  );
  const ofClosed = closed.map(({ id }) => id);
  await trx("receipt_vouchers")
    .whereIn("id", receipt_ids)
    .update({ ...service, sold_on: trx.raw("CASE WHEN id = ANY (?) THEN ?::date END", [ofClosed, sold_on]) });
  return { receipt_vouchers: await receiptsOf(trx, { ids: receipt_ids }) };
}

/** @throws DomainError conflict, naming those that are cancelled or for something else */
function requireOnAccount(receipts: ReceiptRow[], count: number) {
  if (receipts.length < count) throw conflicting("receipt_ids", "حُذف بعض هذه السندات: افتح القائمة من جديد");
  const others = receipts.filter(
    (one) => one.status !== "confirmed" || !one.customer_id || !isOnAccount(one),
  );
  if (others.length) throw conflicting("receipt_ids", `ليس دفعة تحت الحساب: ${numbersOf(others).join("، ")}`);
}

const numbersOf = (receipts: ReceiptRow[]) => receipts.map(({ receipt_number }) => receipt_number);

/**
 * The day on which receipts of closed days sell their service: their money is on account then and on every later day.
 * @throws DomainError invalid, forbidden, conflict
 */
async function dayOfMark(
  trx: Transaction,
  receipts: ReceiptRow[],
  event_date: string | null | undefined,
  { user }: By,
) {
  const vouchers = receipts.map(({ id, receipt_number }) => ({ id, number: receipt_number }));
  const first = receipts
    .map(({ date }) => date)
    .sort()
    .at(-1) as string;
  const last = lastOfVouchers(trx, "receipt", vouchers);
  const day = await eventDay(trx, { event_date }, { user, day: first, last });
  for (const ones of byPot(receipts)) {
    const { customer_id, currency_id } = ones[0] as ReceiptRow;
    const { code } = await trx("currencies").where({ id: currency_id }).first("code");
    const available = await availableIn(trx, { field: "customer_id", id: customer_id as number, code }, day);
    const needed = ones.reduce((sum, { amount }) => sum.plus(amount), Big(0));
    if (needed.gt(available))
      throw conflicting(
        "receipt_ids",
        `ما تحت الحساب في ${day} وما بعده ${amountInText(available, code)}، وفي ${numbersOf(ones).join("، ")} أكثر منه: خُصص بعضه أو رُد`,
      );
  }
  return day;
}

/** Receipts by whose money they are, and its currency. */
function byPot(receipts: ReceiptRow[]): ReceiptRow[][] {
  const pots = new Map<string, ReceiptRow[]>();
  for (const receipt of receipts) {
    const key = `${receipt.customer_id} ${receipt.currency_id}`;
    pots.set(key, [...(pots.get(key) ?? []), receipt]);
  }
  return [...pots.values()];
}

export const serviceMarks = { schema, create: mark };

/** The form can also mark all of its page: `whole_page` has their ids, with commas between. */
export const serviceMarkForms = {
  schema: schema.extend({
    whole_page: z.preprocess((sent) => (typeof sent === "string" ? sent.split(",") : sent), ids(most)),
  }),
  create: (
    trx: Transaction,
    { whole_page = [], receipt_ids = [], ...sent }: z.output<typeof schema> & { whole_page?: number[] },
    by: By,
  ) => mark(trx, { ...sent, receipt_ids: whole_page.length ? whole_page : receipt_ids }, by),
};

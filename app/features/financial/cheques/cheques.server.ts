import Big from "big.js";
import type { Filters } from "~/db/filters.server";
import { type Db, db } from "~/db/knex.server";
import type { List } from "~/db/list";
import { choiceOf, rowsOrRefusal, totalsOf } from "~/db/list.server";
import { later } from "~/domain/dates";
import { invalid } from "~/domain/domain-error";
import { ids } from "~/domain/lists.server";
import { officeToday } from "~/domain/office-day.server";
import { namesOf } from "~/domain/states";
import { chequesPath } from "~/features/links/cheques-address";
import { type Decimal, shownCurrency } from "~/features/money/money.server";
import { isReturnable } from "~/features/money/voucher";
import { redirectWithFlash, sendFlash } from "~/http/flash.server";
import type { Receipt } from "../receipts/receipt";
import { listReceipts, receiptsOf } from "../receipts/receipts.server";
import { chosen, type Deed, deeds, most, stateOf, type Tab, tabs } from "./cheque";

/** The tab that an address names. @throws DomainError invalid */
export const tabOf = (params: URLSearchParams): Tab => choiceOf(params, "due", namesOf(tabs)) ?? "in_hand";

/** How many days from today the cheques of this week are due. */
const week = 6;

/** What is in hand on a day and may be collected then, in SQL: it is due. */
export const dueInHand = "cheque_state = 'in_hand' AND cheque_due_date <= ?";

const byTab: Filters = {
  due(params) {
    const tab = tabOf(params);
    const today = officeToday();
    return (query) => {
      if (tab === "overdue") query.whereRaw(dueInHand, [today]);
      else query.where("cheque_state", stateOf(tab));
      if (tab === "week") query.whereBetween("cheque_due_date", [today, later(today, week)]);
    };
  },
};

/** The cheques of an address's tab and filters by their due date: those in hand the oldest first, others the newest. */
export const listCheques = (params: URLSearchParams): List<Receipt> =>
  listReceipts(params, byTab, {
    newestBy: "cheque_due_date",
    isOldestFirst: stateOf(tabOf(params)) === "in_hand",
  });

/** The number and sum of a list's cheques in each currency. */
export async function sumsOf(db: Db, list: List<Receipt>) {
  const rows: { id: number; code: string; symbol: string; name: string; count: number; amount: Decimal }[] =
    await db
      .from(totalsOf(list, ["currency_id"], ["amount"]))
      .join("currencies", "currencies.id", "currency_id")
      .orderBy("currencies.id")
      .select("currencies.id", "code", "symbol", "currencies.name", "count", "amount");
  return rows.map(({ id, code, symbol, count, amount, ...row }) => ({
    ...row,
    count: Number(count),
    amount: Number(amount),
    currency: shownCurrency(id, code, symbol),
  }));
}

const chosenIds = ids(most);

/** Leads back to the list, which says that none was ticked. */
export const noneChosen = async (request: Request) =>
  sendFlash(request, await redirectWithFlash(chequesPath, "علّم في القائمة الشيكات أولًا", "error"));

/** The receipts that an address names. @throws DomainError invalid */
export function chosenIn(params: URLSearchParams): number[] {
  const { success, data = [], error } = chosenIds.safeParse(params.getAll(chosen));
  if (!success) throw invalid(chosen, error.issues[0]?.message ?? "");
  return data;
}

/**
 * The receipts that an address names, with those that the deed takes along: vouchers of one payment go together. The named ones come also
 * where their state refuses the deed, which then says so.
 */
export const chequesFor = (deed: Deed | "slip", params: URLSearchParams) =>
  rowsOrRefusal(async () => {
    const named = chosenIn(params);
    const state = deed === "slip" ? undefined : deeds[deed].state;
    const parts: number[] = await db("receipt_vouchers")
      .whereIn(
        "split_id",
        db("receipt_vouchers").whereIn("id", named).whereNotNull("split_id").select("split_id"),
      )
      .pluck("id");
    const all = await receiptsOf(db, { ids: [...new Set([...named, ...parts])] });
    const isTaken = (row: Receipt) => (state ? row.cheque_state === state : isReturnable(row));
    const dueOf = (row: Receipt) => row.cheque_due_date ?? row.date;
    return {
      rows: all
        .filter((row) => named.includes(row.id) || isTaken(row))
        .sort((a, b) => dueOf(a).localeCompare(dueOf(b)) || a.id - b.id),
    };
  });

/** The sums of cheques by currency. */
export function sumsBelow(rows: Receipt[]) {
  const codes = [...new Set(rows.map(({ currency_code }) => currency_code))];
  return codes.map((code) => {
    const theirs = rows.filter(({ currency_code }) => currency_code === code);
    const amount = theirs.reduce((sum, row) => sum.plus(row.amount), Big(0)).toNumber();
    const { currency, currency_id } = theirs[0] as Receipt;
    return { currency: { ...currency, id: currency_id }, amount, count: theirs.length };
  });
}

import Big from "big.js";
import { z } from "zod";
import type { Transaction } from "~/db/knex.server";
import { lockRow } from "~/db/rows.server";
import type { By } from "~/db/store.server";
import { finish } from "~/db/together.server";
import { DomainError, invalid, notFound } from "~/domain/domain-error";
import { id } from "~/domain/input.server";
import { eventDay, eventFields, lastOfVouchers, type SentEvent } from "~/features/money/event-day.server";
import { type Cause, lockAccounts, postingSteps } from "~/features/money/ledger.server";
import type { ChequeState } from "~/features/money/voucher";
import type { Receipt } from "../receipts/receipt";
import { answerReceipt, findReceipt } from "../receipts/receipts.server";
import { lockWithParts } from "../receipts/writes.server";
import { requireAccount } from "../vouchers/account.server";
import { judgeEach, notCollected, placeOf } from "../vouchers/cheque.server";

/* Collecting cheques in hand, and taking that back (docs/decisions/cheques.md). */

export const collectSchema = z.object({ bank_account_id: id(), ...eventFields });
export const uncollectSchema = z.object(eventFields);

type Row = Awaited<ReturnType<typeof lockWithParts>>[number];

const sentences: Record<"in_hand" | "collected", Record<ChequeState | "other", string>> = {
  in_hand: {
    in_hand: "",
    collected: "حُصّل الشيك من قبل",
    returned: "الشيك مرتجع ولا يحصل",
    other: "ليس السند بشيك برسم التحصيل",
  },
  collected: {
    in_hand: "لم يحصل الشيك بعد",
    collected: "",
    returned: "الشيك مرتجع، وقد خرج مبلغه من البنك",
    other: "لم يحصل الشيك من شيكات برسم التحصيل",
  },
};

/** @throws DomainError conflict for a receipt whose cheque is in another state */
export function requireState(state: "in_hand" | "collected", { cheque_state }: Pick<Row, "cheque_state">) {
  if (cheque_state !== state) throw new DomainError("conflict", sentences[state][cheque_state ?? "other"]);
}

/**
 * Moves the money of cheques in hand to a bank, with the other cheques' vouchers of their payments: all or none. It is an event.
 * @param ids the first is answered
 * @throws DomainError not_found, conflict (in another state, a day that is closed or before the document), invalid, forbidden
 */
export async function collectCheques(
  trx: Transaction,
  ids: [number, ...number[]],
  { bank_account_id, ...event }: z.output<typeof collectSchema>,
  by: By,
): Promise<Receipt> {
  const rows = await lockNamed(trx, ids, "in_hand", by);
  const accounts = await lockAccounts(trx, [{ account_id: bank_account_id }, ...rows]);
  const bank = accounts.get(bank_account_id);
  requireAccount(bank, "bank_account_id");
  if (bank.is_cheques_in_hand)
    throw invalid("bank_account_id", "اختر البنك الذي حصل الشيك، لا حساب شيكات برسم التحصيل");
  await judgeEach(rows, "receipt_number", ({ account_id }) => {
    if (accounts.get(account_id)?.currency_id !== bank.currency_id)
      throw invalid("bank_account_id", "اختر بنكًا بعملة الشيك");
  });
  return move(trx, rows, "collect", event, by, () => bank_account_id);
}

/**
 * Takes the collecting of cheques back: their money is in hand again, as an event.
 * @throws DomainError as `collectCheques`; conflict where a bank has not the money
 */
export async function uncollectCheques(
  trx: Transaction,
  ids: [number, ...number[]],
  event: SentEvent,
  by: By,
): Promise<Receipt> {
  const rows = await lockNamed(trx, ids, "collected", by);
  const accounts = await lockAccounts(
    trx,
    rows.flatMap((row) => [{ account_id: placeOf(row) }, row]),
  );
  for (const { id: bankId, balance, name } of accounts.values()) {
    const theirs = rows.filter((row) => placeOf(row) === bankId);
    if (theirs.reduce((rest, row) => rest.minus(row.account_amount), Big(balance)).lt(0) && theirs.length)
      throw new DomainError(
        "conflict",
        `رصيد «${name}» لا يكفي للتراجع عن التحصيل: إن أرجع البنك الشيك فسجله شيكًا مرتجعًا`,
      );
  }
  return move(trx, rows, "collect_reversal", event, by, placeOf);
}

/**
 * The locked vouchers that go together.
 * @throws DomainError not_found, conflict, naming the vouchers that are in another state
 */
async function lockNamed(
  trx: Transaction,
  ids: [number, ...number[]],
  state: "in_hand" | "collected",
  { readAt }: By,
): Promise<[Row, ...Row[]]> {
  const [first] = ids;
  const rows = await lockWithParts(trx, ids);
  await lockRow(trx, "receipt_vouchers", first, readAt, () => findReceipt(trx, first));
  const named = rows.filter((row) => ids.includes(row.id));
  if (named.length < new Set(ids).size) throw notFound("السند غير موجود");
  await judgeEach(named, "receipt_number", (row) => requireState(state, row));
  const [own, others] = [rows.find((row) => row.id === first), rows.filter((row) => row.id !== first)];
  return [own as Row, ...others.filter((row) => row.cheque_state === state)];
}

/** Moves money between the account of cheques in hand and a bank, each voucher on the day of the event. */
async function move(
  trx: Transaction,
  rows: [Row, ...Row[]],
  cause: Cause & `collect${string}`,
  event: SentEvent,
  { user }: By,
  bankOf: (row: Row) => number,
) {
  const days = new Map<number, string>();
  await judgeEach(rows, "receipt_number", async (row) => {
    const last = lastOfVouchers(trx, "receipt", [{ id: row.id, number: row.receipt_number }]);
    days.set(row.id, await eventDay(trx, event, { user, day: row.date, last }));
  });
  const sign = cause === "collect" ? 1 : -1;
  const postings = rows.flatMap((row) => {
    const amount = (times: number) => Big(row.account_amount).times(times).toFixed();
    const posting = { cause, documentNumber: row.receipt_number };
    return [
      { ...posting, accountId: bankOf(row), amount: amount(sign) },
      { ...posting, accountId: row.account_id, amount: amount(-sign) },
    ];
  });
  const changes = rows.map(
    (row) => () =>
      trx("receipt_vouchers")
        .where({ id: row.id })
        .update(
          cause === "collect"
            ? { collected_account_id: bankOf(row), collected_on: days.get(row.id) }
            : notCollected,
        ),
  );
  const answers = await finish(trx, ...changes, ...postingSteps(trx, user.id, postings), () =>
    answerReceipt(trx, rows[0].id),
  );
  return answers.at(-1) as Receipt;
}

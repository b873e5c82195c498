import type Big from "big.js";
import { z } from "zod";
import { type Db, db, type Transaction } from "~/db/knex.server";
import type { List } from "~/db/list";
import { searchOf } from "~/db/list.server";
import { insertNumbered, lockRow } from "~/db/rows.server";
import { whereNumber } from "~/db/search.server";
import type { By } from "~/db/store.server";
import { DomainError, invalid, notFound } from "~/domain/domain-error";
import { decimal, longText, optional, wholeNumber } from "~/domain/input.server";
import { formatMoney, type ShownCurrency } from "~/domain/money";
import { missingSentence } from "~/domain/nouns";
import { officeTime, officeToday } from "~/domain/office-day.server";
import { findAccount } from "~/features/accounts/accounts.server";
import { post } from "~/features/money/ledger.server";
import { type Decimal, fits, tooFine } from "~/features/money/money.server";
import { type CashCount, countedIn, type MovementsSince, type Piece, piecesIn, worthOf } from "../count";
import { denominationsOf, pieceField } from "../denominations";
import { signedMoney } from "./movements";
import { movedBetween, openedAt } from "./movements.server";

const common = z.object({
  counted: optional(decimal()),
  reason: optional(longText(500)),
  /** The expected sum that the form showed beside the difference. */
  shown_expected: optional(decimal({ signed: true })),
});
const pieces = optional(wholeNumber({ max: 1_000_000, message: "أدخل عددًا صحيحًا من 0 إلى 1,000,000" }));

/** The schema of a count's form, for a box in this currency. */
export const countSchema = (currencyCode: string) =>
  common.extend(
    Object.fromEntries(
      denominationsOf(currencyCode).map((denomination) => [pieceField(denomination), pieces]),
    ),
  );

type CountInput = z.output<typeof common>;

/**
 * Stores a count and books its difference from the present balance as an adjustment with the count's
 * number. An inactive box can be counted too, as its balance can be adjusted.
 * @param by its `readAt` is the moment at which the form read the box; the movements since then are shown with the count
 * @throws DomainError not_found for an unknown cash box, invalid, with the box and its movements since as `current`
 */
export async function countCash(
  trx: Transaction,
  boxId: number,
  input: CountInput,
  { user, readAt }: By,
): Promise<CashCount & { moved: MovementsSince }> {
  const { balance, updated_at } = await lockRow<{ balance: Decimal; updated_at: string }>(
    trx,
    "accounts",
    boxId,
  );
  // leaves out `updated_at`, so that the form keeps the moment at which it was opened
  const { updated_at: _, ...box } = await findAccount(trx, "cash_box", boxId);
  const { currency_code, currency } = box;
  const moments = { opened_at: openedAt(readAt, updated_at), expected_at: updated_at };
  const movements = await movedBetween(trx, boxId, moments);
  const counted = checkedSum(input, currency);
  const difference = counted.minus(balance);
  // The typed reason explains the difference that the form showed, and no other.
  const isOther = input.shown_expected != null && !counted.minus(input.shown_expected).eq(difference);
  if (!difference.eq(0) && (!input.reason || isOther)) {
    const sentence = movements.count
      ? `تحرك في الصندوق ${signedMoney(movements.amount, currency)} منذ فتحت الصفحة، والمتوقع الآن ${formatMoney(box.balance, currency)}: راجع العد ${input.reason ? "وسبب" : "أو اكتب سبب"} الفرق`
      : "المعدود يخالف المتوقع: اكتب سبب الفرق";
    throw new DomainError("invalid", sentence, {
      fields: { reason: sentence },
      current: { ...box, moved: movements },
    });
  }
  const pieces = piecesIn(input, currency_code);
  const { id, number } = await insertNumbered(trx, series, officeToday(), {
    account_id: boxId,
    expected: balance,
    ...moments,
    counted: counted.toFixed(),
    pieces: pieces && JSON.stringify(pieces),
    reason: input.reason,
    counted_by: user.id,
  });
  const amount = difference.toFixed();
  await post(trx, user.id, [{ accountId: boxId, amount, cause: "adjustment", documentNumber: number }]);
  return findCount(trx, boxId, id);
}

/** The counted sum, from the pieces, from the entered sum, or from both if they agree. @throws DomainError invalid */
function checkedSum(input: CountInput, currency: ShownCurrency): Big {
  const { code } = currency;
  const counted = countedIn(input, code);
  if (!counted) {
    const either = denominationsOf(code).length ? "أدخل عدد القطع من كل فئة، أو المبلغ المعدود" : undefined;
    throw invalid("counted", either ?? "أدخل المبلغ المعدود");
  }
  const { counted: sum } = input;
  if (sum && !fits(sum, code)) throw invalid("counted", tooFine("المبلغ", code));
  const pieces = piecesIn(input, code);
  if (pieces && sum && !worthOf(pieces).eq(sum)) {
    throw invalid(
      "counted",
      `مجموع القطع ${formatMoney(worthOf(pieces).toNumber(), currency)} يخالف هذا المبلغ: صحح أحدهما أو اترك المبلغ فارغًا`,
    );
  }
  return counted;
}

const series = { table: "cash_counts", column: "count_number", prefix: "CC" };

type CountRow = Omit<CashCount, "expected" | "counted" | "difference" | "at"> & {
  expected: Decimal;
  counted: Decimal;
  difference: Decimal;
  opened_at: string | null;
  expected_at: string | null;
  created_at: string;
};

const rows = (db: Db) =>
  db("cash_counts")
    .join("users", "users.id", "counted_by")
    .select("cash_counts.*", { counted_by: "users.username" });

function toCount({ id, count_number, pieces, reason, counted_by, ...row }: CountRow): CashCount {
  return {
    id,
    count_number,
    expected: Number(row.expected),
    counted: Number(row.counted),
    difference: Number(row.difference),
    pieces: pieces as Piece[] | null,
    reason,
    counted_by,
    at: officeTime(row.created_at),
  };
}

/** A box's counts, newest first. The search finds their numbers. */
export function listCounts(boxId: number, params: URLSearchParams): List<CashCount> {
  const matching = db("cash_counts").select("id").where({ account_id: boxId });
  const search = searchOf(params);
  if (search) whereNumber(matching, "count_number", "CC", search);
  return { table: "cash_counts", matching, rows, toRow: toCount };
}

/** A count and the movements during it. @throws DomainError not_found, for another box's count too */
export async function findCount(
  db: Db,
  boxId: number,
  id: number,
): Promise<CashCount & { moved: MovementsSince }> {
  const row = await rows(db).where({ "cash_counts.id": id, account_id: boxId }).first();
  if (!row) throw notFound(missingSentence("cash_counts"));
  return { ...toCount(row), moved: await movedBetween(db, boxId, row) };
}

/** The newest count; null if the box was never counted. */
export async function lastCount(db: Db, boxId: number): Promise<CashCount | null> {
  const row = await rows(db).where({ account_id: boxId }).orderBy("cash_counts.id", "desc").first();
  return row ? toCount(row) : null;
}

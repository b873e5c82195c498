import Big from "big.js";
import { amountOf } from "~/features/money/rate";
import { denominationsOf, pieceField } from "./denominations";

/** A note or coin, and its number of pieces. */
export type Piece = [denomination: string, count: number];

/** A cash count: the counted sum and the balance of that moment, in the box's currency. */
export type CashCount = {
  id: number;
  count_number: string;
  expected: number;
  counted: number;
  difference: number;
  /** Null if only the sum was entered. */
  pieces: Piece[] | null;
  reason: string | null;
  counted_by: string;
  /** In the office's time zone, `2026-11-21 14:05`. */
  at: string;
};

/** The movements of a box between the opening and the saving of a count: their number, their sum, and the newest ones. */
export type MovementsSince = {
  count: number;
  amount: number;
  lines: {
    id: number;
    at: string;
    amount: number;
    /** The cause's word: «سند قبض». */
    cause: string;
    document_number: string | null;
    username: string | null;
  }[];
};

export const countLabels = {
  count_number: "رقم الجرد",
  at: "وقت الجرد",
  expected: "المتوقع",
  counted: "المعدود",
  difference: "الفرق",
  reason: "سبب الفرق",
  counted_by: "عدّه",
};

/** The address of a box's counts; a count's address begins with it. */
export const countsOf = (boxId: number) =>
  ({
    table: "cash_counts",
    noun: { one: "الجرد", a: "جرد", many: "الجرود", some: "جرود" },
    path: `/settings/accounts/cash-boxes/${boxId}/counts`,
  }) as const;

/** The values of a count's form, from the server or as they are typed. */
export type CountValues = { [field: string]: unknown };

/** The pieces that were entered; null if no field has a number. */
export function piecesIn(values: CountValues, currencyCode: string): Piece[] | null {
  const pieces = denominationsOf(currencyCode).flatMap((denomination): Piece[] => {
    const text = amountOf(String(values[pieceField(denomination)] ?? ""));
    return /^\d{1,7}$/.test(text) ? [[denomination, Number(text)]] : [];
  });
  return pieces.length ? pieces.filter(([, count]) => count > 0) : null;
}

export const worthOf = (pieces: Piece[]) =>
  pieces.reduce((sum, [denomination, count]) => sum.plus(Big(denomination).times(count)), Big(0));

/** The counted sum: the pieces' worth if any was entered, otherwise the entered sum; null without both. */
export function countedIn(values: CountValues, currencyCode: string): Big | null {
  const pieces = piecesIn(values, currencyCode);
  if (pieces) return worthOf(pieces);
  const text = amountOf(String(values.counted ?? ""));
  return /^\d{1,12}(\.\d*)?$/.test(text) ? Big(text.replace(/\.$/, "")) : null; // empty, or not a valid sum
}

/** «لا فرق»، «زيادة»، «عجز» */
export const differenceWord = (difference: number) =>
  difference === 0 ? "لا فرق" : difference > 0 ? "زيادة" : "عجز";

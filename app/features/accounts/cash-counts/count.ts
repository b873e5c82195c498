import Big from "big.js";
import { amountOf } from "~/features/money/rate";
import { denominationsOf, pieceField } from "./denominations";

/** A note or coin, and how many of it. */
export type Piece = [denomination: string, count: number];

/** What was counted in a cash box, against what its movements said then; in the box's currency. */
export type CashCount = {
  id: number;
  count_number: string;
  expected: number;
  counted: number;
  difference: number;
  /** Null where one sum was told. */
  pieces: Piece[] | null;
  reason: string | null;
  counted_by: string;
  /** On the office's clock, `2026-11-21 14:05`. */
  at: string;
};

/** What moved a box's money between the opening of a count and its saving: how often, the sum, and the newest of it. */
export type Moved = {
  count: number;
  amount: number;
  lines: {
    id: number;
    at: string;
    amount: number;
    /** «سند قبض» */
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

/** Where a box's counts are; a count lies below. */
export const countsOf = (boxId: number) =>
  ({
    table: "cash_counts",
    noun: { one: "الجرد", a: "جرد", many: "الجرود", some: "جرود" },
    path: `/settings/accounts/cash-boxes/${boxId}/counts`,
  }) as const;

/** The figures of a count in its form, from the server or as they are typed. */
export type Told = { [field: string]: unknown };

/** The pieces that were told, one or more of each; null where no field has a number. */
export function piecesIn(told: Told, currencyCode: string): Piece[] | null {
  const pieces = denominationsOf(currencyCode).flatMap((denomination): Piece[] => {
    const typed = amountOf(String(told[pieceField(denomination)] ?? ""));
    return /^\d{1,7}$/.test(typed) ? [[denomination, Number(typed)]] : [];
  });
  return pieces.length ? pieces.filter(([, count]) => count > 0) : null;
}

export const worthOf = (pieces: Piece[]) =>
  pieces.reduce((sum, [denomination, count]) => sum.plus(Big(denomination).times(count)), Big(0));

/** What was counted: the pieces' worth where any was told, else the one sum; null while there is neither. */
export function countedIn(told: Told, currencyCode: string): Big | null {
  const pieces = piecesIn(told, currencyCode);
  if (pieces) return worthOf(pieces);
  const typed = amountOf(String(told.counted ?? ""));
  return /^\d{1,12}(\.\d*)?$/.test(typed) ? Big(typed.replace(/\.$/, "")) : null; // nothing yet, or what is no sum
}

/** «لا فرق»، «زيادة»، «عجز» */
export const differenceWord = (difference: number) =>
  difference === 0 ? "لا فرق" : difference > 0 ? "زيادة" : "عجز";

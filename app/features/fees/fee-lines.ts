import Big from "big.js";
import { countPhrase, days as dayCount } from "~/domain/count-words";
import { daysBetween } from "~/domain/dates";
import { formatMoney, type ShownCurrency } from "~/domain/money";
import { rowsOfFlat } from "~/domain/rows";
import { shareOf } from "~/features/money/share";

/* The fee of a cancelling by the days that are left before the departure (docs/decisions/fee-calendar.md). Safe for the browser. */

export const feeLineKinds = { percent: "نسبة %", sum: "مبلغ" };
export type FeeLineKind = keyof typeof feeLineKinds;

/** From so many days before the departure on, the office keeps this. */
export type FeeLine = { days: number; kind: FeeLineKind; amount: number; currency_id: number | null };

/** A line as a contract keeps it: a sum is in the contract's currency. Amounts are exact. */
export type SignedLine = { days: number; kind: FeeLineKind; amount: string };

export const feeLinesLabel = "رسم الإلغاء قبل المغادرة";

/** The most lines of a campaign or of the office, and the most days of a line. */
export const mostFeeLines = 12;
export const mostFeeDays = 3650;

/** Under the field stand the values of a line in turn. */
export const feeLineColumns = ["days", "kind", "amount", "currency_id"] as const;
export type FeeLineRow = Record<(typeof feeLineColumns)[number], string>;

export const blankFeeLine: FeeLineRow = { days: "", kind: "percent", amount: "", currency_id: "" };

/** The rows of a form. It always sends a row of empty values, which is none, so that no line differs from a missing field. */
export const feeLineRows = (typed: unknown): FeeLineRow[] =>
  rowsOfFlat(typed, feeLineColumns).filter(({ kind }) => kind);

export const feeLineValues = (lines: FeeLine[]) =>
  lines.flatMap(({ days, kind, amount, currency_id }) => [
    String(days),
    kind,
    String(amount),
    String(currency_id ?? ""),
  ]);

/** The lines that somebody else has stored meanwhile, in words, where others were typed. */
export function presentLines(
  present: FeeLine[] | undefined,
  typed: unknown,
  currencies: { id: number; code: string }[],
) {
  if (!present) return undefined;
  if (feeLineValues(present).join(" ") === feeLineRows(typed).flatMap(Object.values).join(" "))
    return undefined;
  const parts = present.map(({ days, kind, amount, currency_id }) => {
    const code = currencies.find(({ id }) => id === currency_id)?.code;
    return `${feeDaysText(days)}: ${amount}${kind === "percent" ? "%" : ` ${code}`}`;
  });
  return parts.join("؛ ") || "بلا مواعيد";
}

/** The line of a day: of those that have begun the last one. None has where more days are left than in any. */
const lineOn = <Line extends { days: number }>(lines: Line[], daysLeft: number): Line | undefined =>
  lines.filter(({ days }) => days >= daysLeft).sort((one, other) => one.days - other.days)[0];

/** What a contract says of the fee, and the departure that is known now. */
export type FeeTerms = { lines: SignedLine[]; departure: string };

export type FeeProposal = {
  departure: string;
  /** Up to the departure; less than nothing after it. */
  daysLeft: number;
  /** Null where none has begun. */
  line: SignedLine | null;
  /** Exact, in the contract's currency: what the line gives, but no more than was paid and not given back. */
  fee: string;
  isCut: boolean;
};

/** The fee that the terms of a contract give for a cancelling on a day. */
export function feeProposal(
  { lines, departure }: FeeTerms,
  {
    total_amount,
    paid_amount,
    refunded_amount,
  }: Record<"total_amount" | "paid_amount" | "refunded_amount", string | number>,
  decimals: number,
  day: string,
): FeeProposal {
  const daysLeft = daysBetween(day, departure);
  const line = lineOn(lines, daysLeft) ?? null;
  const whole = line
    ? shareOf(total_amount, decimals, line.amount, line.kind === "sum" ? "amount" : "percent")
    : Big(0);
  const paid = Big(paid_amount).minus(refunded_amount);
  const most = paid.gt(0) ? paid : Big(0);
  const fee = whole.gt(most) ? most : whole;
  return { departure, daysLeft, line, fee: fee.toFixed(), isCut: whole.gt(most) };
}

/** «من 30 يومًا قبل المغادرة» */
export const feeDaysText = (days: number) =>
  days ? `من ${countPhrase(days, dayCount, "genitive")} قبل المغادرة` : "من يوم المغادرة";

const partText = ({ kind, amount }: SignedLine, currency: ShownCurrency) =>
  kind === "percent" ? `${amount}% من إجمالي العقد` : formatMoney(Number(amount), currency);

/** «من 30 يومًا قبل المغادرة: 25% من إجمالي العقد» */
export const signedLineText = (line: SignedLine, currency: ShownCurrency) =>
  `${feeDaysText(line.days)}: ${partText(line, currency)}`;

/** Why a proposed fee is what it is. */
export function proposalText({ line, isCut, departure, daysLeft }: FeeProposal, currency: ShownCurrency) {
  const left =
    daysLeft > 0 ? ` (المغادرة ${departure}، بعد ${countPhrase(daysLeft, dayCount, "genitive")})` : "";
  if (!line) return `لم يحل أي من مواعيد الرسم${left}`;
  return `${signedLineText(line, currency)}${left}${isCut ? "، ولا يزيد على ما دفع ولم يرد" : ""}`;
}

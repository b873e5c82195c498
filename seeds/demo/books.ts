import Big from "big.js";
import type { AccountName } from "./agency";
import { compareMoments, type Moment } from "./calendar";

/** The cash counts, and the closings of the books. */

type Count = {
  number: string;
  account: AccountName;
  at: Moment;
  /** By notes and coins, or in one sum. */
  byPieces: boolean;
  difference: string;
  reason: string | null;
};

const evening = (daysAgo: number): Moment => ({ daysAgo, minute: 20 * 60 + 40 });
const agrees = { difference: "0", reason: null };

export const counts: Count[] = [
  { number: "", account: "صندوق الدولار", at: evening(201), byPieces: true, ...agrees },
  { number: "", account: "صندوق السعودي", at: evening(201), byPieces: true, ...agrees },
  { number: "", account: "صندوق اليمني", at: evening(201), byPieces: false, ...agrees },
  { number: "", account: "صندوق الدولار", at: evening(83), byPieces: true, ...agrees },
  {
    number: "",
    account: "صندوق السعودي",
    at: evening(83),
    byPieces: true,
    difference: "-45",
    reason: "عجز بعد زحام يوم التصفية، تحمله أمين الصندوق من مستحقاته",
  },
  { number: "", account: "عهدة مشرف نسائم مكة", at: evening(79), byPieces: true, ...agrees },
  { number: "", account: "صندوق اليمني", at: evening(22), byPieces: true, ...agrees },
  { number: "", account: "صندوق الدولار", at: evening(1), byPieces: true, ...agrees },
];

/** The office's first months, before its first contract. */
export const closings = [
  {
    deed: "close",
    at: { daysAgo: 196, minute: 10 * 60 },
    closedUntil: 200,
    reason: "روجعت قيود التأسيس وطوبقت الصناديق",
  },
  {
    deed: "reopen",
    at: { daysAgo: 195, minute: 9 * 60 },
    closedUntil: 205,
    reason: "مراجعة سند إيجار المقر",
  },
  { deed: "close", at: { daysAgo: 195, minute: 11 * 60 }, closedUntil: 200, reason: "روجع السند ولا فرق" },
];

/** The notes and coins of the cash boxes, in hundredths. */
const denominations: Record<string, number[]> = {
  USD: [10000, 5000, 2000, 1000, 500, 100, 25, 10, 5, 1],
  SAR: [50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 25, 10, 5, 1],
  YER: [100000, 50000, 25000, 20000, 10000, 5000, 2000, 1000, 500],
};

/** `[["100", 3], ["0.50", 1]]`: a sum in as few pieces as possible. */
export function piecesOf(sum: Big, currency: string) {
  let left = sum.times(100).toNumber();
  const pieces = (denominations[currency] ?? []).map((worth): [string, number] => {
    const count = Math.floor(left / worth);
    left -= count * worth;
    return [worth % 100 ? (worth / 100).toFixed(2) : String(worth / 100), count];
  });
  if (left) throw new Error(`${sum.toFixed(2)} ${currency} cannot be told in notes and coins.`);
  return pieces.filter(([, count]) => count > 0);
}

/** A movement or a count of an account at a moment. */
export type Move = {
  moment: Moment;
  account: AccountName;
  amount: Big;
  cause: string;
  document_number: string | null;
  user_id: number;
  count?: Count;
};

/** The moves in their order, each with the balance before and after it, which is never negative. */
export function balanceMoves(moves: Move[]) {
  const balances = new Map<string, { balance: Big; moved: Moment }>();
  const booked = moves
    .sort((a, b) => compareMoments(a.moment, b.moment))
    .map((move) => {
      const { balance: before, moved } = balances.get(move.account) ?? {
        balance: Big(0),
        moved: move.moment,
      };
      const after = before.plus(move.amount);
      if (after.lt(0)) throw new Error(`${move.account} would fall below zero by ${move.document_number}.`);
      balances.set(move.account, { balance: after, moved: move.amount.eq(0) ? moved : move.moment });
      return { ...move, before, after };
    });
  return { booked, balances };
}

import type { AccountName } from "./agency";
import type { Moment } from "./calendar";
import type { Receipt } from "./receipts";

/** What of a receipt is about its cheque, which the office had in hand. */
export type Cheque = {
  bank: string;
  /** Days from today, below zero if it was due before. */
  dueIn: number;
  collected: { in: AccountName; at: Moment } | null;
};

const hand: AccountName = "شيكات برسم التحصيل";
const collectedIn = { in: "مصرف الراجحي", at: { daysAgo: 1, minute: 10 * 60 + 20 } } as const;

/** The newest riyal cheques, from the newest on: due soon, later, already, and one that the bank has collected. */
const cheques: Cheque[] = [
  { bank: "البنك الأهلي السعودي", dueIn: 3, collected: null },
  { bank: "بنك الرياض", dueIn: 12, collected: null },
  { bank: "مصرف الإنماء", dueIn: 41, collected: null },
  { bank: "بنك البلاد", dueIn: -4, collected: null },
  { bank: "بنك الرياض", dueIn: -2, collected: collectedIn },
];

/** Puts the newest cheques in hand instead of in the bank. */
export function keepCheques(receipts: Receipt[]) {
  const standing = receipts.filter(
    ({ payment_method, currency, cancelled, issued }) =>
      payment_method === "cheque" && currency === "SAR" && !cancelled && issued.daysAgo > 4,
  );
  const newest = standing.sort((a, b) => a.issued.daysAgo - b.issued.daysAgo);
  for (const [place, cheque] of cheques.entries()) {
    const receipt = newest[place];
    if (!receipt) throw new Error("There are too few cheques in riyals.");
    Object.assign(receipt, { account: hand, cheque });
  }
}

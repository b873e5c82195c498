import Big from "big.js";
import type { AccountName } from "./agency";
import type { Move } from "./books";
import type { Moment } from "./calendar";
import type { Office } from "./office";

/** Money that went from one account of the agency to another. */
type Transfer = {
  number: string;
  from: AccountName;
  to: AccountName;
  at: Moment;
  amount: string;
  /** What arrived, in another currency. */
  arrived?: string;
  fee?: { amount: string; expense: string };
  description: string;
  cancelled?: Moment;
};

const morning = (daysAgo: number): Moment => ({ daysAgo, minute: 11 * 60 + 25 });

/** In the order of their days. */
export const transfers: Transfer[] = [
  {
    number: "",
    from: "صندوق السعودي",
    to: "عهدة مشرف نسائم مكة",
    at: morning(109),
    amount: "10000",
    description: "عهدة مشرف الحملة",
  },
  {
    number: "",
    from: "عهدة مشرف نسائم مكة",
    to: "صندوق السعودي",
    at: morning(78),
    amount: "1030",
    description: "رد باقي العهدة بعد جردها",
  },
  {
    number: "",
    from: "صندوق الدولار",
    to: "بنك التضامن",
    at: morning(76),
    amount: "8000",
    description: "إيداع فائض الصندوق",
  },
  {
    number: "",
    from: "بنك التضامن",
    to: "مصرف الراجحي",
    at: morning(37),
    amount: "4000",
    arrived: "14980",
    fee: { amount: "18.50", expense: "عمولات التحويلات البنكية" },
    description: "لسداد فنادق مكة",
  },
  {
    number: "",
    from: "صندوق السعودي",
    to: "مصرف الراجحي",
    at: morning(12),
    amount: "3000",
    description: "إيداع، ألغي لإغلاق الفرع",
    cancelled: { daysAgo: 12, minute: 15 * 60 + 40 },
  },
];

/** What a transfer moves: out of one account, into the other, and its fee; and back, if it was cancelled. */
export const movesOfTransfers = ({ id }: Office): Move[] =>
  transfers.flatMap(({ number, from, to, at, amount, arrived = amount, fee, cancelled }) => {
    const move = { document_number: number, user_id: id("users", "cashier") };
    const lines = [
      { account: from, amount: Big(amount).neg(), cause: "transfer" },
      { account: to, amount: Big(arrived), cause: "transfer" },
      ...(fee ? [{ account: from, amount: Big(fee.amount).neg(), cause: "transfer_fee" }] : []),
    ];
    return [
      ...lines.map((line) => ({ ...move, ...line, moment: at })),
      ...(cancelled
        ? lines.map(({ amount, cause, ...line }) => ({
            ...move,
            ...line,
            amount: amount.neg(),
            cause: `${cause}_reversal`,
            moment: cancelled,
          }))
        : []),
    ];
  });

export async function transfer({ insert, id, times, calendar }: Office) {
  await insert(
    "transfers",
    "transfer_number",
    transfers.map(({ number, from, to, at, amount, arrived = amount, fee, description, cancelled }) => ({
      transfer_number: number,
      date: calendar.day(at.daysAgo),
      from_account_id: id("accounts", from),
      to_account_id: id("accounts", to),
      from_amount: amount,
      to_amount: arrived,
      fee_amount: fee?.amount ?? "0",
      fee_expense_id: fee ? id("expenses", fee.expense) : null,
      description,
      status: cancelled ? "cancelled" : "confirmed",
      created_by: id("users", "cashier"),
      ...times(at, cancelled ?? at),
    })),
  );
}

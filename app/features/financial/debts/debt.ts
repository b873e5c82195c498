import type { ShownCurrency } from "~/domain/money";
import type { LastReminder } from "./reminder";

/** The ages of what is overdue, in days after its due date, by the names of their amounts in calls. */
export const ages = {
  overdue_30: "من 1 إلى 30 يومًا",
  overdue_60: "من 31 إلى 60 يومًا",
  overdue_90: "من 61 إلى 90 يومًا",
  overdue_older: "أكثر من 90 يومًا",
} as const;
export type Age = keyof typeof ages;
export const ageNames = Object.keys(ages) as [Age, ...Age[]];

/** The choices of the age filter beside the ages. Without one the list has whoever owes something by now. */
export const ageLabels = {
  overdue: "كل المتأخر",
  ...ages,
  upcoming: "لم يحل أو يحل اليوم",
  all: "كل الديون",
};

/** Names of the amounts of a debt. */
export const amountNames = [
  "remaining_amount",
  "due_amount",
  "overdue_amount",
  "upcoming_amount",
  ...ageNames,
] as const;
export type AmountName = (typeof amountNames)[number];

/**
 * What the net consists of: what contracts or invoices owe, and what is on account, positive where it makes the net smaller; what of it
 * nobody asks for; and what of the paid amounts is in cheques that were not collected yet.
 */
export const ownAmountNames = [
  "contracts_amount",
  "cancelled_campaigns_amount",
  "invoices_amount",
  "on_account_amount",
  "cheques_amount",
] as const;
export type OwnAmountName = (typeof ownAmountNames)[number];

/** What a party has with the office by its net in a currency. */
export type Credit = { code: string; decimals: number; amount: number };

/** What one party owes, or is owed, in one currency, on a day: `remaining_amount` is the net. */
export type Debt = Record<AmountName | "on_account_amount", number> & {
  /** Of a customer. */
  contracts_amount?: number;
  /** Of a customer's debt: what of the net standing contracts of cancelled campaigns owe. */
  cancelled_campaigns_amount?: number;
  /** Of a customer: what was paid for them by cheques in hand, which the net has as paid. */
  cheques_amount?: number;
  /** Of an agent or supplier. */
  invoices_amount?: number;
  /** What the party has with the office in other currencies; none of it takes anything off this debt. */
  credits: Credit[];
  /** The customer's, agent's or supplier's. */
  party_id: number;
  name: string;
  phone: string;
  currency: ShownCurrency;
  /** The oldest unpaid due date; null of who is owed. */
  oldest_due_date: string | null;
  /** The latest confirmed voucher of the party, in its own currency; null without one. */
  last_payment: { date: string; amount: number; code: string; decimals: number } | null;
  /** The latest reminder of a customer; null without one, undefined for agents and suppliers. */
  last_reminder?: LastReminder | null;
};

/** The sum of a list in its currency, exact and rounded, and how many debts it has. */
export type DebtSum = { count: number; exact: string; sum: number };

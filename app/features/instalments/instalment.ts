import Big from "big.js";
import { daysBetween, isDay, later } from "~/domain/dates";
import { statesOf } from "~/domain/states";

const unpaid = {
  overdue: ["متأخر", "bad"],
  due: ["مستحق اليوم", "gold"],
  upcoming: ["لم يحل", "plain"],
} as const;

export const instalmentStates = statesOf({
  paid: ["مسدد", "good"],
  ...unpaid,
  cancelled: ["ملغي", "plain"],
});

/** The words for what a cancelled campaign's standing contracts owe. */
export const cancelledCampaign = "حملة ملغاة";

/** The states of what a customer has left to pay. */
export const openStates = statesOf({ ...unpaid, campaign_cancelled: [cancelledCampaign, "bad"] });

/** A part of a contract's price as calls show it; amounts are in the contract's currency. */
export type Instalment = {
  due_date: string;
  amount: number;
  /** What receipts have paid of it: they pay the oldest part first. */
  paid_amount: number;
  status: keyof typeof instalmentStates.labels;
};

/** What is due of a contract, from its schedule; without one the whole is due on the contract's date. */
export type Dues = {
  /** Empty for a contract without a schedule. */
  schedule: Instalment[];
  /** What is unpaid of the parts up to today, and before today. */
  due_amount: number;
  overdue_amount: number;
  /** The date of the oldest unpaid part; null where nothing is left to pay. */
  next_due_date: string | null;
};

export const mostInstalments = 36;

export const termsLabels = {
  usual: "بالشروط المعتادة للحملة، إن وجدت",
  none: "كله مستحق عند التوقيع",
  own: "بشروط أخرى",
};

/** The terms of a proposed schedule. */
export type Terms = {
  /** Paid at once, in percent of the total. */
  down_percent: string | number;
  /** The number of parts after it; by month if left out. */
  count?: number | null;
  /** When the last part is due; `count` months later if left out. */
  last_due_date?: string | null;
};

/** The usual terms of a campaign; undefined where it has none. */
export function usualTerms({
  start_date,
  down_payment_percent,
  payment_lead_days,
}: {
  start_date: string;
  down_payment_percent: string | number | null;
  payment_lead_days: number | null;
}): Terms | undefined {
  if (down_payment_percent === null && payment_lead_days === null) return undefined;
  return {
    down_percent: down_payment_percent ?? 0,
    last_due_date: later(start_date, -(payment_lead_days ?? 0)),
  };
}

type Part = { due_date: string; amount: string };

/**
 * Divides an amount by terms: the down payment today, then equal parts by month. They end on the last day; with more parts than
 * months they are spread evenly up to it. The last part takes what rounding leaves, so the sum is the amount.
 * @param total exact, in a currency of this many decimals
 * @param today of the office, `YYYY-MM-DD`
 */
export function proposeSchedule(
  total: string | number,
  decimals: number,
  today: string,
  { down_percent, count, last_due_date }: Terms,
): Part[] {
  const sum = Big(total);
  const down = sum.times(down_percent).div(100).round(decimals, Big.roundHalfUp);
  const rest = sum.minus(down);
  const dates = rest.gt(0) ? datesOf(today, count ?? undefined, last_due_date ?? undefined) : [];
  const each = dates.length ? rest.div(dates.length).round(decimals, Big.roundDown) : Big(0);
  const parts = [
    { due_date: today, amount: down },
    ...dates.map((due_date, index) => ({
      due_date,
      amount: index === dates.length - 1 ? rest.minus(each.times(index)) : each,
    })),
  ];
  return parts
    .filter(({ amount }) => amount.gt(0))
    .map(({ due_date, amount }) => ({ due_date, amount: amount.toFixed(decimals) }));
}

/** The days of the parts after the down payment. */
function datesOf(today: string, count: number | undefined, last: string | undefined): string[] {
  if (!last) return range(count ?? 1).map((index) => monthsLater(today, index + 1));
  if (last <= today) return [today];
  const months = range(mostInstalments - 1).filter((index) => monthsLater(last, -index) > today).length;
  const parts = count ?? months;
  if (parts <= months) return range(parts).map((index) => monthsLater(last, index + 1 - parts));
  const span = daysBetween(today, last);
  return range(parts).map((index) => later(today, Math.round((span * (index + 1)) / parts)));
}

const range = (length: number) => Array.from({ length }, (_, index) => index);

/** The same day of another month, or its last day where the month is shorter. */
function monthsLater(date: string, months: number) {
  if (!isDay(date)) return date;
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10);
}

import Big from "big.js";
import type { Calendar } from "./calendar";
import { campaigns } from "./campaigns";
import type { Contract } from "./contracts";
import { minorUnit } from "./money";

/** A contract's schedule by its campaign's terms: a part at signing, the rest in months up to the last day. Null without terms. */
export function schedule({ campaign: name, signed, total_amount, currency }: Contract, calendar: Calendar) {
  const campaign = campaigns.find((one) => one.name === name);
  if (!campaign?.terms) return null;
  const { down_payment_percent, payment_lead_days } = campaign.terms;
  const daysAhead = campaign.departsIn === "hajj" ? calendar.daysToHajj() : campaign.departsIn;
  const last = payment_lead_days - daysAhead; // in days before today
  const decimals = minorUnit(currency);
  const down = Big(total_amount).times(down_payment_percent).div(100).round(decimals);
  const rest = Big(total_amount).minus(down);
  const count = Math.max(1, Math.floor((signed.daysAgo - last) / 30));
  const each = rest.div(count).round(decimals, Big.roundDown);
  const amounts = [down, ...Array<Big>(count - 1).fill(each), rest.minus(each.times(count - 1))];
  return JSON.stringify(
    amounts.map((amount, place) => ({
      due_date: calendar.day(place ? Math.min(signed.daysAgo, last + 30 * (count - place)) : signed.daysAgo),
      amount: amount.toFixed(decimals),
    })),
  );
}

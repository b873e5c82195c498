import Big from "big.js";
import type { Db } from "~/db/knex.server";
import { byName } from "~/db/order.server";
import { isDay } from "~/domain/dates";
import { groupBy } from "~/domain/group-by";
import { formatAmount } from "~/domain/money";
import { inCancelledCampaign } from "~/features/campaigns/standing.server";
import { findCompany } from "~/features/company/company.server";
import { fillTemplate, usualReminder } from "~/features/company/reminder-template";
import type { OpenInstalment } from "~/features/instalments/instalments.server";
import { amountInText, type Decimal, roundTo } from "~/features/money/money.server";
import type { Credit } from "../debts/debt";
import { unpaidParts } from "../debts/nets.server";
import type { Unasked } from "../debts/reminder";

/*
 * What a reminder claims of a customer, and in which words. Both follow from the unpaid instalments of this moment, as the list of
 * debts does.
 */

/** An amount in one currency, exact, with the currency's own name. */
type ClaimedAmount = { code: string; name: string; decimals: number; amount: string };

type Claim = {
  customer_id: number;
  /** The unpaid parts up to today; if none is due yet, those of the next date. The oldest first. */
  parts: OpenInstalment[];
  amounts: ClaimedAmount[];
  /** The oldest date of the parts. */
  due_since: string;
  /** Whether something is due by today. */
  isDue: boolean;
  /** What the customer has with the office in other currencies. */
  credits: Credit[];
};

/** The claims of those customers who have something left to pay, but for contracts of cancelled campaigns. */
export async function claimsOf(db: Db, customerIds: number[]): Promise<Map<number, Claim>> {
  const [open, currencies] = await Promise.all([
    unpaidParts(db, customerIds, { isClaim: true }),
    db("currencies").select<{ code: string; name: string }[]>("code", "name"),
  ]);
  const names = new Map(currencies.map(({ code, name }) => [code, name]));
  const claims = new Map<number, Claim>();
  for (const [customer_id, parts] of groupBy(open, ({ customer_id }) => customer_id)) {
    const { credits } = parts[0] as (typeof open)[number];
    const due_since = (parts[0] as OpenInstalment).due_date;
    const due = parts.filter(({ status }) => status !== "upcoming");
    const claimed = due.length ? due : parts.filter(({ due_date }) => due_date === due_since);
    const amounts = [...groupBy(claimed, ({ code }) => code)].map(([code, ofCurrency]) => {
      const sum = ofCurrency.reduce((sum, { remaining_amount }) => sum.plus(remaining_amount), Big(0));
      const { decimals } = ofCurrency[0] as OpenInstalment;
      return { code, name: names.get(code) ?? code, decimals, amount: roundTo(sum, code) };
    });
    claims.set(customer_id, {
      customer_id,
      parts: claimed,
      amounts,
      due_since,
      isDue: due.length > 0,
      credits,
    });
  }
  return claims;
}

type UnaskedRow = { customer_id: number; id: number; name: string; code: string; amount: Decimal };

/** By customer: what no claim asks for, by campaign and currency. */
export async function unaskedOf(db: Db, customerIds: number[]): Promise<Map<number, Unasked[]>> {
  const rows: UnaskedRow[] = await db("contracts")
    .join("campaigns", "campaigns.id", "campaign_id")
    .join("currencies", "currencies.id", "currency_id")
    .whereIn("customer_id", customerIds)
    .where("remaining_amount", ">", 0)
    .whereRaw(inCancelledCampaign)
    .groupBy("customer_id", "campaigns.id", "currencies.id")
    .orderByRaw(byName("campaigns.name", "campaigns.id", "code"))
    .select("customer_id", "campaigns.id", "campaigns.name", "code")
    .sum({ amount: "remaining_amount" });
  const unasked = rows.map(({ customer_id, id, name, code, amount }) => ({
    customer_id,
    campaign: { id, name },
    amount: amountInText(amount, code),
  }));
  return groupBy(unasked, ({ customer_id }) => customer_id);
}

/** With the month's name, since WhatsApp shows the hyphens of `2026-10-01` in another order among Arabic words. */
const dayFormat = new Intl.DateTimeFormat("ar-EG-u-ca-gregory-nu-latn", {
  timeZone: "UTC",
  day: "numeric",
  month: "long",
  year: "numeric",
});
const dayInWords = (date: string) => (isDay(date) ? dayFormat.format(new Date(`${date}T00:00:00Z`)) : date);

/** «1,500.00 ريال سعودي و200.00 دولار أمريكي» */
const amountsInWords = (amounts: ClaimedAmount[]) =>
  amounts.map(({ name, decimals, amount }) => `${formatAmount(Number(amount), decimals)} ${name}`).join(" و");

/** Gives the function that writes the office's reminder of a claim. */
export async function reminderWords(db: Db) {
  const { reminder_template, name: office } = await findCompany(db);
  return (customerName: string, { amounts, due_since }: Claim) =>
    fillTemplate(reminder_template ?? usualReminder, {
      الاسم: customerName,
      المبلغ: amountsInWords(amounts),
      التاريخ: dayInWords(due_since),
      المكتب: office || "مكتبنا",
    });
}

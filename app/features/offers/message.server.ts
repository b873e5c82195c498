import type { Db } from "~/db/knex.server";
import { countPhrase, days as dayCount } from "~/domain/count-words";
import { formatMoney } from "~/domain/money";
import { cellText } from "~/domain/travellers";
import { findCompany } from "~/features/company/company.server";
import { contentsOfOffer } from "~/features/contracts/contents.server";
import { numberOf, whatsappAddress } from "~/features/financial/reminders/whatsapp.server";
import type { Offer } from "./offer";
import { peopleOf } from "./people";

/** What an offer says in a message: price, campaign, days, and until when it holds. */
export function messageOf(
  of: Offer,
  {
    office,
    duration,
    start_date,
    end_date,
  }: { office: string; duration: number; start_date: string; end_date: string },
) {
  const people = peopleOf(of);
  const money = (amount: number) => formatMoney(amount, { ...of.currency, symbol: "" }, "code");
  const lines = people.map(({ name, room, traveller, total_amount }) => {
    const cell = room && traveller ? ` (${cellText(room, traveller)})` : "";
    return people.length > 1 ? `${name}${cell}: ${money(total_amount)}` : cell.trim();
  });
  return [
    `عرض سعر ${of.offer_number}`,
    `السيد/ة ${of.customer_name}`,
    `${of.campaign.name}، من ${start_date} إلى ${end_date}`,
    `${of.package.name}، ${countPhrase(duration, dayCount)}`,
    ...lines,
    `${people.length > 1 ? "المجموع" : "السعر"}: ${money(of.sum_amount)}`,
    `العرض صالح حتى ${of.valid_until}`,
    office,
  ]
    .filter(Boolean)
    .join("\n");
}

/** The address that opens WhatsApp with the customer's number and what the offer says; null for a number that WhatsApp has not. */
export async function whatsappOf(db: Db, of: Offer) {
  const number = await numberOf(db, of.customer);
  if (!number) return null;
  const [{ name: office }, { duration }, days] = await Promise.all([
    findCompany(db),
    contentsOfOffer(db, of),
    db("campaigns").where({ id: of.campaign_id }).first("start_date", "end_date"),
  ]);
  return whatsappAddress(number, messageOf(of, { office, duration, ...days }));
}

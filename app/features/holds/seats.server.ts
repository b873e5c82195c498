import type { Transaction } from "~/db/knex.server";
import { countPhrase, seatCount } from "~/domain/count-words";
import { conflicting, invalid } from "~/domain/domain-error";
import { quote } from "~/domain/nouns";
import { officeTime } from "~/domain/office-day.server";
import { seatsOf } from "~/features/campaigns/seats.server";
import type { Decimal } from "~/features/money/money.server";

/* How seats of a campaign are taken: by contracts, and by holds until they end (rulings §4, docs/decisions/holds.md). */

export type Campaign = {
  id: number;
  name: string;
  total_seats: number;
  status: string;
  start_date: string;
  down_payment_percent: Decimal | null;
  payment_lead_days: number | null;
  free_per: number | null;
};

/** Locks a campaign, so that its seats are taken one transaction at a time. */
export async function lockCampaign(trx: Transaction, id: number): Promise<Campaign> {
  const campaign = await trx("campaigns")
    .where({ id })
    .forNoKeyUpdate()
    .first(
      "id",
      "name",
      "total_seats",
      "status",
      "start_date",
      "down_payment_percent",
      "payment_lead_days",
      "free_per",
    );
  if (!campaign) throw invalid("campaign_id", "الحملة غير موجودة");
  return campaign;
}

/** Locks a campaign that takes new contracts. @throws DomainError invalid, conflict */
export async function lockOpenCampaign(trx: Transaction, id: number): Promise<Campaign> {
  const campaign = await lockCampaign(trx, id);
  requireActive(campaign, "عقودًا جديدة");
  return campaign;
}

/** @param what it then does not take @throws DomainError conflict */
export function requireActive({ status }: Pick<Campaign, "status">, what: string) {
  if (status !== "active") throw conflicting("campaign_id", `الحملة غير نشطة ولا تقبل ${what}`);
}

/**
 * @param seats without those of infants, who take none
 * @param deed what then was not done
 * @param butHold the hold whose own seats they may be
 * @throws DomainError conflict if fewer seats are free, naming the holds that keep others
 */
export async function takeSeats(
  trx: Transaction,
  { id }: Pick<Campaign, "id">,
  seats: number,
  {
    field = "campaign_id",
    deed = "لم يوقع أي عقد",
    butHold,
  }: { field?: string; deed?: string; butHold?: number } = {},
) {
  if (!seats) return;
  const { free, held } = await seatsOf(trx, id, butHold);
  if (free >= seats) return;
  const sentence = free
    ? `المقاعد المتاحة في هذه الحملة ${free} والمطلوب ${seats}، ف${deed}`
    : "لا توجد مقاعد متاحة في هذه الحملة";
  throw conflicting(field, held ? `${sentence}. ${await holdsInWords(trx, id, butHold)}` : sentence);
}

/** The most holds that a refusal names. */
const mostNamed = 5;

/** «محجوز مؤقتًا: «أحمد» مقعدان حتى 2026-11-30 18:00» */
async function holdsInWords(trx: Transaction, campaign_id: number, butHold = 0) {
  const rows: { name: string; seats: number; until: string }[] = await trx("holds")
    .where({ campaign_id })
    .whereRaw("until > statement_timestamp()")
    .whereNot({ id: butHold })
    .orderBy(["until", "id"])
    .limit(mostNamed + 1)
    .select("name", "seats", "until");
  const named = rows
    .slice(0, mostNamed)
    .map(
      ({ name, seats, until }) => `${quote(name)} ${countPhrase(seats, seatCount)} حتى ${officeTime(until)}`,
    );
  return `محجوز مؤقتًا: ${named.join("، ")}${rows.length > mostNamed ? " وغيرهم" : ""}`;
}

import type { Transaction } from "~/db/knex.server";
import { quote } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import { instalments } from "~/features/instalments/instalments.server";
import { groupReturn, knownDeparture, withJourney } from "~/features/journey/days.server";
import { goodOn, visaTypeOfCampaign } from "~/features/journey/valid-visas.server";

type GroupNames = Record<"following" | "outside" | "early" | "late", string[]>;
type Counts = Record<"instalments" | "visas", number>;

/**
 * What does not fit the days of groups as they are now, in sentences: departures outside the trip or campaign, stays before the
 * departure or after the return, instalments that are due after the journey, visas that are not valid until its end. Groups that have
 * no day of their own follow their trip. Lists and vouchers that were printed since the days were set have the old ones.
 * @param ids of the groups
 * @param days by how many the first day has moved
 * @param campaignId of a campaign: who has signed there and is in no group has its days
 */
export async function consequencesOf(
  trx: Transaction,
  ids: number[],
  { days, campaignId }: { days: number; campaignId: number | null },
): Promise<string[]> {
  const { following, outside, early, late } = await groupsOutside(trx, ids);
  const { instalments, visas } = await peopleOutside(trx, ids, campaignId);
  const named: [string, string[]][] = [
    ["تتبع الرحلة من نفسها", days ? following : []],
    ["مغادرات خارج الأيام", outside],
    ["إقامات تبدأ قبل المغادرة", early],
    ["إقامات تنتهي بعد العودة", late],
    ["طبع بالأيام القديمة، فاطبعه من جديد", await listsPrinted(trx, ids)],
  ];
  return [
    ...named.filter(([, names]) => names.length).map(([text, names]) => `${text}: ${listOf(names)}.`),
    ...(instalments ? [`عقود لها أقساط تستحق بعد العودة: ${instalments}.`] : []),
    ...(visas ? [`تأشيرات لا تصلح حتى العودة: ${visas}.`] : []),
  ];
}

const mostNames = 5;

/** Names, of which the rest is counted. */
const listOf = (names: string[]) =>
  names.slice(0, mostNames).map(quote).join("، ") +
  (names.length > mostNames ? `، وغيرها ${names.length - mostNames}` : "");

async function groupsOutside(trx: Transaction, ids: number[]): Promise<GroupNames> {
  const namesWhere = (condition: string) =>
    `coalesce(json_agg(name ORDER BY name) FILTER (WHERE ${condition}), '[]')`;
  const { rows } = await trx.raw<{ rows: GroupNames[] }>(
    `SELECT ${namesWhere("departure_date IS NULL AND trip_id IS NOT NULL")} AS following,
       ${namesWhere("departure_date NOT BETWEEN first_day AND last_day")} AS outside,
       ${namesWhere("first_stay < departure")} AS early, ${namesWhere("last_stay > return")} AS late
     FROM (
       SELECT groups.name, trip_id, groups.departure_date, ${knownDeparture} AS departure, ${groupReturn} AS return,
         coalesce(trips.start_date, campaigns.start_date) AS first_day, coalesce(trips.end_date, campaigns.end_date) AS last_day,
         (SELECT min(check_in) FROM group_stays WHERE group_id = groups.id) AS first_stay, stays_end(groups.id) AS last_stay
       FROM groups JOIN campaigns ON campaigns.id = campaign_id LEFT JOIN trips ON trips.id = trip_id
       WHERE groups.id = ANY(?)) AS days`,
    [ids],
  );
  return rows[0] as GroupNames;
}

/** The numbers of contracts and of people, with visas of which none is good for the journey. */
async function peopleOutside(trx: Transaction, ids: number[], campaignId: number | null): Promise<Counts> {
  const { rows } = await trx.raw<{ rows: Counts[] }>(
    `WITH people AS (
       SELECT customer_id, campaign_id, group_id FROM group_members WHERE group_id = ANY(:ids) AND travels
       UNION ALL
       SELECT DISTINCT customer_id, campaign_id, NULL::integer FROM contracts
       WHERE campaign_id = :campaignId AND stands(status) AND NOT EXISTS (
         SELECT FROM group_members AS members
         WHERE members.customer_id = contracts.customer_id AND members.campaign_id = contracts.campaign_id)),
     journeys AS (
       SELECT people.*, ${visaTypeOfCampaign} AS visa_type, journey.departure, journey.return, visa_until
       FROM people JOIN campaigns ON campaigns.id = people.campaign_id
       LEFT JOIN groups ON groups.id = people.group_id LEFT JOIN trips ON trips.id = trip_id
       ${withJourney("people.customer_id")})
     SELECT (
       SELECT count(*) FROM journeys
       JOIN contracts ON contracts.customer_id = journeys.customer_id AND contracts.campaign_id = journeys.campaign_id
       WHERE stands(contracts.status) AND contracts.next_due_date IS NOT NULL AND EXISTS (
         SELECT FROM ${instalments} AS part WHERE part.remaining_amount > 0 AND part.due_date > journeys.return)) AS instalments,
     (SELECT count(*) FROM journeys
       WHERE EXISTS (SELECT FROM visas WHERE visas.customer_id = journeys.customer_id AND visas.visa_type = journeys.visa_type
           AND visas.status = 'approved')
         AND NOT EXISTS (SELECT FROM visas WHERE visas.customer_id = journeys.customer_id
           AND visas.visa_type = journeys.visa_type AND ${goodOn("journeys.departure", "visa_until")})) AS visas`,
    { ids, campaignId, today: officeToday() },
  );
  return rows[0] as Counts;
}

/** The lists and vouchers of the groups and their trips that were handed out since their days were set, as the audit log names them. */
async function listsPrinted(trx: Transaction, ids: number[]): Promise<string[]> {
  const setOn = (kind: string, id: string, day: string) =>
    `(SELECT max(at) FROM audit_log WHERE kind = '${kind}' AND record_id = ${id} AND changes->'${day}' IS NOT NULL AND at < now())`;
  const { rows } = await trx.raw<{ rows: { record_name: string }[] }>(
    `SELECT DISTINCT record_name FROM audit_log AS lists
     JOIN (
       SELECT names.name, greatest(${setOn("groups", "groups.id", "departure_date")}, ${setOn("trips", "trip_id", "start_date")}) AS since
       FROM groups LEFT JOIN trips ON trips.id = trip_id,
         unnest(ARRAY[groups.name, groups.name_latin, 'Group ' || groups.id, trips.name, 'Trip ' || trips.id]) AS names (name)
       WHERE groups.id = ANY(?)) AS scopes ON record_name LIKE '% - %' AND right(record_name, length(scopes.name) + 3) = ' - ' || scopes.name
     WHERE action IN ('printed', 'exported') AND kind = 'customers' AND (since IS NULL OR at > since) AND at < now()
     ORDER BY record_name LIMIT 20`,
    [ids],
  );
  return rows.map(({ record_name }) => record_name);
}

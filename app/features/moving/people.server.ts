import type { Transaction } from "~/db/knex.server";
import { aboutEach } from "~/domain/details";
import { quote } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import type { Detail } from "~/domain/question";
import { instalments } from "~/features/instalments/instalments.server";
import { withJourney } from "~/features/journey/days.server";
import { goodOn, visaTypeOfCampaign } from "~/features/journey/valid-visas.server";

type Person = { id: number; name: string };
type People = Record<"owing" | "visas", Person[]>;

/**
 * Whose instalments would be due after the journey, and whose approved visas are not valid until its end, by name.
 * @param ids of groups
 * @param campaignId of a campaign: who has signed there and is in no group has its days
 */
export async function peopleOutside(
  trx: Transaction,
  ids: number[],
  campaignId: number | null,
): Promise<Detail[]> {
  const { rows } = await trx.raw<{ rows: People[] }>(
    `WITH people AS (
       SELECT customer_id, campaign_id, group_id FROM group_members WHERE group_id = ANY(:ids) AND travels
       UNION ALL
       SELECT DISTINCT customer_id, campaign_id, NULL::integer FROM contracts
       WHERE campaign_id = :campaignId AND stands(status) AND NOT EXISTS (
         SELECT FROM group_members AS members
         WHERE members.customer_id = contracts.customer_id AND members.campaign_id = contracts.campaign_id)),
     journeys AS (
       SELECT people.*, customers.name, ${visaTypeOfCampaign} AS visa_type, journey.departure, journey.return, visa_until
       FROM people JOIN campaigns ON campaigns.id = people.campaign_id JOIN customers ON customers.id = people.customer_id
       LEFT JOIN groups ON groups.id = people.group_id LEFT JOIN trips ON trips.id = trip_id
       ${withJourney("people.customer_id")})
     SELECT (
       SELECT coalesce(json_agg(json_build_object('id', contracts.id, 'name', journeys.name) ORDER BY journeys.name COLLATE by_name, contracts.id), '[]')
       FROM journeys
       JOIN contracts ON contracts.customer_id = journeys.customer_id AND contracts.campaign_id = journeys.campaign_id
       WHERE stands(contracts.status) AND contracts.next_due_date IS NOT NULL AND EXISTS (
         SELECT FROM ${instalments} AS part WHERE part.remaining_amount > 0 AND part.due_date > journeys.return)) AS owing,
     (SELECT coalesce(json_agg(json_build_object('id', customer_id, 'name', name) ORDER BY name COLLATE by_name, customer_id), '[]') FROM journeys
       WHERE EXISTS (SELECT FROM visas WHERE visas.customer_id = journeys.customer_id AND visas.visa_type = journeys.visa_type
           AND visas.status = 'approved')
         AND NOT EXISTS (SELECT FROM visas WHERE visas.customer_id = journeys.customer_id
           AND visas.visa_type = journeys.visa_type AND ${goodOn("journeys.departure", "visa_until")})) AS visas`,
    { ids, campaignId, today: officeToday() },
  );
  const { owing, visas } = rows[0] as People;
  const linksTo = (people: Person[], address: (id: number) => string) =>
    people.map(({ id, name }) => ({ label: quote(name), href: address(id) }));
  return [
    ...aboutEach(
      `عقود لها أقساط تستحق بعد العودة (${owing.length})`,
      linksTo(owing, (id) => `/contracts/${id}`),
      { right: "manage_contracts" },
    ),
    ...aboutEach(
      `تأشيرات لا تصلح حتى العودة (${visas.length})`,
      linksTo(visas, (id) => `/trips/visas?customer_id=${id}`),
    ),
  ];
}

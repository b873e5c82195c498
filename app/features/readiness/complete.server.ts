import { db } from "~/db/knex.server";
import { type AgeGroup, ageOf, type Traveller } from "~/domain/travellers";
import { bedsOf } from "~/features/journey/beds.server";
import type { Pilgrim } from "./readiness";

/* What is asked of the pilgrims of a page alone. */

/** Writes it into them. */
export async function complete(pilgrims: Pilgrim[]) {
  await addStays(pilgrims);
  await addAges(pilgrims);
}

/** Writes into pilgrims where they sleep. */
async function addStays(pilgrims: Pilgrim[]) {
  const inGroup = ({ customer_id, group_id }: Pilgrim) => (group_id ? [{ customer_id, group_id }] : []);
  const bedsOfMember = await bedsOf(db, pilgrims.flatMap(inGroup));
  for (const pilgrim of pilgrims) pilgrim.stays = inGroup(pilgrim).flatMap(bedsOfMember);
}

/** Writes into pilgrims whose last contract says another kind of traveller than their age on departure, or a child or infant of no known age. */
async function addAges(pilgrims: Pilgrim[]) {
  const { rows } = await db.raw<{ rows: { place: number; traveller: Traveller; age: AgeGroup | null }[] }>(
    `SELECT place::integer, traveller, age_group(date_of_birth, departure) AS age
     FROM unnest(?::integer[], ?::integer[], ?::date[]) WITH ORDINALITY AS people(customer_id, campaign_id, departure, place)
     JOIN customers ON customers.id = people.customer_id
     CROSS JOIN LATERAL (
       SELECT traveller FROM contracts
       WHERE contracts.customer_id = people.customer_id AND contracts.campaign_id = people.campaign_id AND stands(contracts.status)
       ORDER BY contracts.id DESC LIMIT 1) AS sold
     WHERE traveller IS NOT NULL`,
    [
      pilgrims.map(({ customer_id }) => customer_id),
      pilgrims.map(({ campaign_id }) => campaign_id),
      pilgrims.map(({ departure_date }) => departure_date),
    ],
  );
  for (const { place, traveller, age } of rows) {
    const pilgrim = pilgrims[place - 1];
    const differs = age ? age !== ageOf(traveller) : traveller !== "adult";
    if (pilgrim && differs) pilgrim.age_differs = { traveller, age };
  }
}

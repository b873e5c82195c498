import Big from "big.js";
import type { Db } from "~/db/knex.server";
import { invalid } from "~/domain/domain-error";
import { id } from "~/domain/input.server";
import { takesSeat } from "~/domain/travellers";
import type { Decimal } from "~/features/money/money.server";
import type { Party } from "./cell.server";
import type { SentDiscount } from "./discount.server";
import { type FreePlaces, freeCount, freeOf, freePlaceReason, freePlacesRule, placesOf } from "./free-places";

const anId = id();

/** The rule of a campaign, with what each agent has signed in it. For what names no campaign, or one without the rule, no place is free. */
export async function freePlacesIn(db: Db, value: unknown): Promise<FreePlaces> {
  const of = String(value ?? "");
  const { data: campaign_id } = anId.safeParse(value);
  const { free_per } =
    (campaign_id && (await db("campaigns").where({ id: campaign_id }).first("free_per"))) || {};
  if (!free_per) return { of, per: null, agents: {} };
  const rows: { agent_id: number; paying: number; free: number }[] = await db("contracts")
    .where({ campaign_id })
    .whereNotNull("agent_id")
    .whereRaw("stands(status) AND takes_seat(traveller)")
    .groupBy("agent_id")
    .select("agent_id", {
      paying: db.raw("count(*) FILTER (WHERE total_amount > 0)"),
      free: db.raw("count(*) FILTER (WHERE total_amount = 0 AND discount_reason = ?)", [freePlaceReason]),
    });
  const agents = rows.map(({ agent_id, ...places }) => [agent_id, places]);
  return { of, per: free_per, agents: Object.fromEntries(agents) };
}

/** The discount of a free place. */
export const freePlace = (price: Decimal) => ({ discount_amount: price, discount_reason: freePlaceReason });

/** Whether a call gives the discount of a free place: the whole price with its reason, or with none. */
export const isFreePlace = ({ discount_amount, discount_reason }: SentDiscount, price: Decimal) =>
  discount_amount !== undefined &&
  Big(price).gt(0) &&
  Big(price).eq(discount_amount) &&
  (!discount_reason || discount_reason === freePlaceReason);

/**
 * Who may sign for nothing by the campaign's rule, whose row is locked: the last of those who take a seat (`freeOf`).
 * @param isWanted whether the form's box is ticked
 * @throws DomainError invalid if it is, and no place is free
 */
export async function freeParties(
  trx: Db,
  { id: campaign_id, free_per }: { id: number; free_per: number | null },
  { agent_id, free_place: isWanted }: { agent_id?: number | null; free_place?: boolean },
  parties: Party[],
): Promise<Party[]> {
  if (!free_per && !isWanted) return [];
  const places = await freePlacesIn(trx, campaign_id);
  const seated = parties.filter(({ traveller }) => takesSeat(traveller));
  const count = freeCount(places.per, placesOf(places, agent_id), seated.length);
  if (isWanted && !count)
    throw invalid(
      "free_place",
      places.per
        ? `لا مقعد مجانيًا مستحقًا الآن: ${freePlacesRule(places.per, placesOf(places, agent_id))}`
        : "لا مقاعد مجانية في هذه الحملة",
    );
  return freeOf(seated, parties[0]?.id ?? 0, count);
}

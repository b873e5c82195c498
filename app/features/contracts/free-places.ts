import { countNoun, countPhrase } from "~/domain/count-words";

/* Free places: one for so many paying of one agent or family (docs/decisions/free-places.md). */

/** The reason of the discount that makes a place free. The free contracts of a campaign are known by it. */
export const freePlaceReason = "مقعد مجاني";

/** Whether a contract is of a free place. */
export const isFreePlace = ({
  total_amount,
  discount_reason,
}: {
  total_amount: number;
  discount_reason: string | null;
}) => total_amount === 0 && discount_reason === freePlaceReason;

/** The standing contracts with a seat, of an agent in a campaign. */
export type PlaceCount = { paying: number; free: number };
const none: PlaceCount = { paying: 0, free: 0 };

/** The rule of the campaign `of`, with what its agents have signed so far; `per` is null where no place is free. */
export type FreePlaces = { of: string; per: number | null; agents: Record<string, PlaceCount> };

/** What an agent has signed; nobody's are counted together, since those without an agent belong to no group. */
export const placesOf = ({ agents }: Pick<FreePlaces, "agents">, agentId: unknown): PlaceCount =>
  agents[String(agentId ?? "")] ?? none;

/** How many of those who sign at once are free. @param joining those of them who take a seat */
export function freeCount(per: number | null, { paying, free }: PlaceCount, joining: number) {
  if (!per) return 0;
  let count = 0;
  while (count < joining && Math.floor((paying + joining - count - 1) / per) > free + count) count++;
  return count;
}

/**
 * Who of those who sign at once is free: the last ones by their numbers, and the customer whom the others travel with after all of them.
 * @param seated those of them who take a seat
 */
export const freeOf = <One extends { id: number }>(seated: One[], customerId: number, count: number) => {
  const rank = ({ id }: One) => (id === customerId ? 0 : id);
  return count ? [...seated].sort((one, other) => rank(one) - rank(other)).slice(-count) : [];
};

const payingCount = countNoun("دافع واحد", "دافعان اثنان", "دافعين", "دافعًا", "دافع");
const freePlaces = countNoun(
  "مقعد مجاني واحد",
  "مقعدان مجانيان",
  "مقاعد مجانية",
  "مقعدًا مجانيًا",
  "مقعد مجاني",
);

/** «مقعد مجاني عن كل 20 دافعًا من وكيل واحد أو عائلة واحدة. لهذا الوكيل 6 دافعين.» */
export const freePlacesRule = (per: number, { paying, free }: PlaceCount = none) =>
  `مقعد مجاني عن كل ${countPhrase(per, payingCount, "genitive")} من وكيل واحد أو عائلة واحدة.` +
  (paying || free ? ` لهذا الوكيل ${countPhrase(paying, payingCount)}` : "") +
  (free ? ` و${countPhrase(free, freePlaces)}.` : paying ? "." : "");

/** «المستحق: مقعدان مجانيان» */
export const freePlacesDue = (count: number) => `المستحق: ${countPhrase(count, freePlaces)}`;

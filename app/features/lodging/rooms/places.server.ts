import { lodgingOf, type Place } from "~/features/journey/lodgings.server";
import { unplacedCount } from "../room-members.server";

/** The places of a group as tabs: name, days, and how many are expected there and have no room. */
export const tabsOf = (groupId: number, places: Place[]) =>
  Promise.all(
    places.map(async (place) => {
      const { hotel_id, visit, lodging } = place;
      const { check_in, check_out } = lodging ?? {};
      return {
        lodging: lodgingOf(place),
        visit,
        packages: lodging?.stays.map(({ package_id }) => package_id) ?? [],
        query: hotel_id ? `?hotel=${hotel_id}&visit=${visit}` : "",
        name: lodging?.hotel ?? null,
        days: check_in && check_out ? { check_in, check_out } : null,
        unplaced: (await unplacedCount(groupId, [place]))[0]?.count as number,
      };
    }),
  );

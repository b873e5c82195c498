import type { Db } from "~/db/knex.server";
import { englishDate } from "~/domain/dates";
import { codesInOrder } from "~/domain/digits";
import type { Language } from "~/domain/language";
import { type DatedStay, staysOfGroup } from "~/features/journey/stay-dates.server";
import { hotel } from "~/features/services/hotels/hotel";

/** The hotels of a group, each once, in the order in which it sleeps there. */
function hotelsOf(stays: DatedStay[]) {
  const byHotel = new Map(stays.map((stay) => [`${stay.hotel_id} ${stay.check_in} ${stay.check_out}`, stay]));
  return [...byHotel.values()].sort((one, other) => (one.check_in ?? "").localeCompare(other.check_in ?? ""));
}

const nameOf = ({ hotel, city }: DatedStay) => `${hotel}، ${city}`;
const englishNameOf = ({ hotel_latin, city_latin }: DatedStay) =>
  [hotel_latin, city_latin].filter(Boolean).join(", ");

/** For a printed head: `Hilton Makkah, Makkah: 05 MAR 2027 – 09 MAR 2027`, without days while the group has no departure date. */
function stayIn(language: Language, stay: DatedStay) {
  const name = language === "en" ? englishNameOf(stay) : nameOf(stay);
  const { check_in, check_out } = stay;
  if (!check_in || !check_out) return name;
  const written = language === "en" ? englishDate : codesInOrder;
  return `${name}: ${written(check_in)} – ${written(check_out)}`;
}

/**
 * Where a group sleeps, for the head of its rooming list.
 * @returns `unnamed`: the hotels whose name in the language is not known, and where it is typed
 */
export async function stayFacts(db: Db, groupId: number, language: Language) {
  const hotels = hotelsOf(await staysOfGroup(db, groupId));
  const named = hotels.filter(({ hotel_latin }) => language === "ar" || hotel_latin);
  const unnamed = hotels.filter((stay) => !named.includes(stay));
  const label = language === "en" ? "Hotel" : "الفندق";
  return {
    facts: named.map((stay): [label: string, value: string] => [label, stayIn(language, stay)]),
    unnamed: unnamed.map((stay) => ({ name: stay.hotel, href: `${hotel.path}/${stay.hotel_id}/edit` })),
  };
}

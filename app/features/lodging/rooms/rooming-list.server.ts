import type { Knex } from "knex";
import { type Db, db } from "~/db/knex.server";
import { travelCode } from "~/domain/countries.server";
import { englishDate } from "~/domain/dates";
import { codesInOrder } from "~/domain/digits";
import { notFound } from "~/domain/domain-error";
import type { Language } from "~/domain/language";
import { byRoomNumber } from "~/features/journey/beds.server";
import {
  isExpectedIn,
  type Lodging,
  type Place,
  placeIn,
  placesOf,
} from "~/features/journey/lodgings.server";
import { listTitles } from "~/features/links/handed-papers";
import { hotel } from "~/features/services/hotels/hotel";
import {
  listedMembers,
  type SectionOf,
  sexInEnglish,
  type Translations,
} from "~/features/travellers/lists.server";
import { type Fact, latinOr, type Scope } from "~/features/travellers/scope.server";
import {
  type EnglishLodger,
  englishRoomingColumns,
  englishRoomKinds,
  type ListLodger,
  roomingColumns,
  roomKindLabels,
} from "../room";
import { joinBeds } from "../room-members.server";
import { roomsByName } from "../room-rows.server";

/* The rooming list of each hotel of a group (journey.md, rule 6). */

const cityOf = { ar: "city", en: "city_latin" } as const;

const nameOf = (language: Language, { hotel, hotel_latin, hotel_id }: Lodging) =>
  language === "en" ? latinOr(hotel_latin ?? hotel, "Hotel", hotel_id) : hotel;

const factWords = { ar: ["الفندق", "الإقامة"], en: ["Hotel", "Stay"] } as const;

/** A lodging's hotel and days: `Hilton Makkah, Makkah`, `05 MAR 2027 – 09 MAR 2027`; without days while they are not known. */
function factsOf(language: Language, lodging: Lodging): Fact[] {
  const { check_in, check_out } = lodging;
  const [hotel, stay] = factWords[language];
  const place = [nameOf(language, lodging), lodging[cityOf[language]]]
    .filter(Boolean)
    .join(language === "en" ? ", " : "، ");
  const written = language === "en" ? englishDate : codesInOrder;
  return [
    [hotel, place],
    ...(check_in && check_out ? [[stay, `${written(check_in)} – ${written(check_out)}`] as Fact] : []),
  ];
}

/** The hotels of a group, or the one that the address names. @throws DomainError not_found */
const sectionsIn =
  (language: Language) =>
  async (db: Db, { id }: Scope, params: URLSearchParams): Promise<SectionOf<Place>[]> => {
    const places = await placesOf(db, id);
    const place = params.get("hotel") ? placeIn(places, params) : null;
    if (place === undefined) throw notFound("الفندق ليس من إقامات المجموعة");
    return (place ? [place] : places).map((section) => {
      const { lodging } = section;
      const isUnnamed = language === "en" && lodging && !lodging.hotel_latin;
      return {
        section,
        name: lodging
          ? [nameOf(language, lodging), lodging.visit > 1 && lodging.visit].filter(Boolean).join(" ")
          : undefined,
        facts: lodging ? factsOf(language, lodging) : [],
        gaps: isUnnamed ? [{ name: lodging.hotel, href: `${hotel.path}/${lodging.hotel_id}/edit` }] : [],
      };
    });
  };

const lodgers = (db: Db, place: Place) =>
  joinBeds(listedMembers(db), place)
    .leftJoin("rooms", "rooms.id", "room_id")
    .select("beds", "kind", "layout", {
      room: "rooms.name",
      unused: db.raw("beds - occupants"),
      hotel: db.raw("?::text", [place.lodging?.hotel ?? null]),
      hotel_latin: db.raw("?::text", [place.lodging?.hotel_latin ?? null]),
    });

/** Who has a bed in the place or is expected there, room by room. */
const byRoom = (members: Knex.QueryBuilder, place: Place) =>
  joinBeds(members, place)
    .leftJoin("rooms", "rooms.id", "room_id")
    .whereRaw("(room_id IS NOT NULL OR ?)", [isExpectedIn(db, place)])
    .orderByRaw(byRoomNumber);

async function emptyRooms(db: Db, groupId: number, place: Place) {
  const empty = (await roomsByName(db, groupId, place)).filter(({ member_ids }) => !member_ids.length);
  return empty.map(({ name, kind, beds, layout }) => {
    return { room: name, kind, beds, layout, unused: beds, hotel: place.lodging?.hotel ?? null };
  });
}

/** A group without stays has no hotel to tell. */
const columnsIn =
  <Column extends { key: string }>(columns: readonly Column[]) =>
  (places: Place[]) =>
    columns.filter(({ key }) => key !== "hotel" || places.some(({ lodging }) => lodging));

/** Room by room; then who is expected and has none, and the rooms in which nobody is. */
export const roomingList: Translations<ListLodger, EnglishLodger, Place> = {
  ar: {
    title: listTitles.rooms.ar,
    columns: roomingColumns,
    columnsIn: columnsIn(roomingColumns),
    sections: sectionsIn("ar"),
    order: byRoom,
    rows: (db, place) => lodgers(db, place).select("family"),
    rest: emptyRooms,
    toRow: (row) => ({ ...row, kind_name: row.kind && roomKindLabels[row.kind] }),
    part({ room, kind_name, beds, unused, layout }) {
      if (!room) return "بلا غرفة";
      const free = unused === beds ? "خالية" : unused && `شاغر ${unused}`;
      return [`الغرفة ${room}`, kind_name, `الأسرة ${beds}`, layout, free].filter(Boolean).join(" · ");
    },
  },
  en: {
    title: listTitles.rooms.en,
    columns: englishRoomingColumns,
    columnsIn: columnsIn(englishRoomingColumns),
    sections: sectionsIn("en"),
    order: byRoom,
    rows: (db, place) => lodgers(db, place).select("nationality"),
    rest: emptyRooms,
    toRow: ({ hotel, hotel_latin, ...row }) => ({
      ...row,
      nationality: row.nationality && travelCode(row.nationality),
      hotel: hotel_latin ?? hotel,
      hotel_latin,
      kind_name: row.kind && englishRoomKinds[row.kind],
      gender: sexInEnglish(row.gender),
    }),
    part({ room, kind_name, beds, unused, layout }) {
      if (!room) return "No room yet";
      const free = unused === beds ? "empty" : unused && `${unused} free`;
      const counted = beds === 1 ? "1 bed" : `${beds} beds`;
      return [`Room ${room}`, kind_name, counted, layout, free].filter(Boolean).join(" · ");
    },
    nameGap: ({ name_latin }) => (name_latin ? undefined : "missing"),
  },
};

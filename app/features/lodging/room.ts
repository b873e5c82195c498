import { countNoun } from "~/domain/count-words";
import type { Entity } from "~/domain/entity";
import { type Fields, type RowOf, withLabels } from "~/domain/fields";
import type { Traveller } from "~/domain/travellers";
import { group, partOfGroup } from "~/features/groups/group";
import type { RoomKind } from "~/features/journey/strangers.server";
import { englishColumns, type ListColumn, type ListMember, memberColumns } from "~/features/travellers/list";
import type { Relation } from "./family";

export const roomKindLabels: Record<RoomKind, string> = { men: "رجال", women: "نساء", family: "عائلة" };

const fields = {
  /** The hotel's number of the room. */
  name: { label: "رقم الغرفة", kind: "code", max: 20 },
  kind: { label: "لمن", kind: "choice", choices: roomKindLabels },
  beds: { label: "عدد الأسرة", kind: "wholeNumber", min: 1, max: 10 },
  /** What the beds are: one double and two singles. */
  layout: { label: "ترتيب الأسرة", kind: "text", max: 100, optional: true },
  /** Both null in a group without stays. */
  hotel_id: { label: "الفندق", kind: "reference", to: "hotels", optional: true },
  visit: { label: "النزول", kind: "wholeNumber", min: 1, max: 100, optional: true },
} as const satisfies Fields;

/** A room of a group (غرفة) in one of its lodgings. */
export type Room = RowOf<typeof fields> & {
  group_id: number;
  /** How many of its beds are taken. */
  occupants: number;
  member_ids: number[];
};

/** The rooms of a group as its screens use them. */
export const room = withLabels(
  {
    table: "rooms",
    ...partOfGroup("rooms", "room"),
    fields,
    required: "الرجاء تعبئة جميع الحقول المطلوبة",
  },
  { member_ids: "النزلاء" },
) satisfies Entity;

/** The fields of a copy. */
export const copyLabels = {
  from_hotel_id: "الفندق الذي تنسخ منه",
  from_visit: "النزول الذي تنسخ منه",
  hotel_id: fields.hotel_id.label,
  visit: fields.visit.label,
};

/** The rooms of one group. */
export const roomsOf = (groupId: number | string) => ({ ...room, path: `${group.path}/${groupId}/rooms` });

/** A member of the group in the forms of families and rooms. */
export type Relative = {
  /** The customer's id. */
  id: number;
  name: string;
  name_latin: string | null;
  phone: string;
  gender: string | null;
  family: string | null;
  /** The family's folded name, by which its members are found. */
  kin: string | null;
  /** The member's relation to the family. */
  relation: Relation | null;
  /** As which he travels; an infant and a child without bed are in a room without taking one of its beds. */
  traveller: Traveller | null;
};

/** A member with the room in one place. */
export type Lodger = Relative & {
  room_id: number | null;
  /** Whether the member's package has a stay there; everybody is expected in a group without stays. */
  is_expected: boolean;
};

/** A line of the rooming list. */
export type ListLodger = ListMember & {
  hotel: string | null;
  hotel_latin: string | null;
  room: string | null;
  layout: string | null;
  kind: RoomKind | null;
  kind_name: string | null;
  beds: number | null;
  /** The number of the room's free beds. */
  unused: number | null;
  family: string | null;
};

const { number, name, name_latin, passport_number, gender, phone } = memberColumns;

export const roomingColumns: readonly ListColumn<ListLodger>[] = [
  number,
  { key: "hotel", label: "الفندق", width: 24, sheetOnly: true },
  { key: "room", label: "الغرفة", sheetOnly: true },
  { key: "kind_name", label: "لمن", width: 8, sheetOnly: true },
  { key: "beds", label: "الأسرة", kind: "number", width: 8, sheetOnly: true },
  { key: "unused", label: "الشاغر", kind: "number", width: 8, sheetOnly: true },
  name,
  name_latin,
  { key: "family", label: "العائلة" },
  gender,
  passport_number,
  phone,
  { key: "layout", label: fields.layout.label, width: 24, sheetOnly: true },
];

/** A line of the rooming list for a hotel. */
export type EnglishLodger = Omit<ListLodger, "family"> & { nationality: string | null };

/** What hotels call the kinds of rooms. */
export const englishRoomKinds: Record<RoomKind, string> = { men: "Men", women: "Women", family: "Family" };

export const englishRoomingColumns: readonly ListColumn<EnglishLodger>[] = [
  englishColumns.number,
  { key: "hotel", label: "Hotel", width: 24, sheetOnly: true },
  { key: "room", label: "Room", kind: "code", sheetOnly: true },
  { key: "kind_name", label: "Type", width: 8, sheetOnly: true },
  { key: "beds", label: "Beds", kind: "number", width: 8, sheetOnly: true },
  { key: "unused", label: "Free", kind: "number", width: 8, sheetOnly: true },
  englishColumns.name_latin,
  englishColumns.gender,
  { key: "nationality", label: "Nationality", kind: "code", width: 11 },
  englishColumns.passport_number,
  { key: "layout", label: "Bed layout", width: 24, sheetOnly: true },
];

export const bedCount = countNoun("سرير واحد", "سريران", "أسرة", "سريرًا", "سرير");

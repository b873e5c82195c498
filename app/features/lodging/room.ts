import { countNoun } from "~/domain/count-words";
import type { Entity } from "~/domain/entity";
import { type Fields, type RowOf, withLabels } from "~/domain/fields";
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
} as const satisfies Fields;

/** A room of a group (غرفة). */
export type Room = RowOf<typeof fields> & { group_id: number; occupants: number };

/** The rooms of a group as its screens use them. */
export const room = withLabels({
  table: "rooms",
  ...partOfGroup("rooms", "room"),
  fields,
  required: "الرجاء تعبئة جميع الحقول المطلوبة",
}) satisfies Entity;

/** The rooms of one group. */
export const roomsOf = (groupId: number | string) => ({ ...room, path: `${group.path}/${groupId}/rooms` });

/** A member of the group in the form of rooms. */
export type Lodger = {
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
  room_id: number | null;
};

/** A line of the rooming list. */
export type ListLodger = ListMember & {
  room: string | null;
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
];

/** A line of the rooming list for a hotel. */
export type EnglishLodger = Omit<ListLodger, "family"> & { nationality: string | null };

/** What hotels call the kinds of rooms. */
export const englishRoomKinds: Record<RoomKind, string> = { men: "Men", women: "Women", family: "Family" };

export const englishRoomingColumns: readonly ListColumn<EnglishLodger>[] = [
  englishColumns.number,
  { key: "room", label: "Room", kind: "code", sheetOnly: true },
  { key: "kind_name", label: "Type", width: 8, sheetOnly: true },
  { key: "beds", label: "Beds", kind: "number", width: 8, sheetOnly: true },
  { key: "unused", label: "Free", kind: "number", width: 8, sheetOnly: true },
  { key: "name_latin", label: "Name", width: 36 },
  englishColumns.gender,
  { key: "nationality", label: "Nationality", kind: "code", width: 11 },
  englishColumns.passport_number,
];

export const roomCount = countNoun("غرفة واحدة", "غرفتان", "غرف", "غرفة");

export const bedCount = countNoun("سرير واحد", "سريران", "أسرة", "سريرًا", "سرير");

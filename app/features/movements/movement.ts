import type { Language } from "~/domain/language";
import type { TravellersByAge } from "~/features/travellers/by-age.server";
import type { ListColumn } from "~/features/travellers/list";
import { bookingStates, movementKindLabels, type Stage, stageStatusLabels } from "~/features/trips/stage";

/** A group of a movement's trip. */
export type MovementGroup = { id: number; name: string; name_latin: string | null };

/** A stage of a trip as the sheet of its day shows it, with who travels by the age on that day. */
export type Movement = Omit<Stage, "cost_amount" | "cost_currency_id" | "cost_currency"> &
  TravellersByAge & { trip: string; groups: MovementGroup[] };

/** A movement on paper and in files: its codes are words of the language. */
export type MovementLine = Omit<Movement, "kind" | "booking" | "status" | "groups"> &
  Record<"kind" | "booking" | "status" | "groups", string>;

/** The words for the codes of a stage. */
export const codeWords = {
  ar: { kind: movementKindLabels, booking: bookingStates.labels, status: stageStatusLabels },
  en: {
    kind: {
      arrival: "Arrival",
      transfer: "Transfer",
      visit: "Visit",
      departure: "Departure",
      other: "Other",
    },
    booking: { none: "No booking", asked: "Asked", confirmed: "Confirmed" },
    status: {
      pending: "Pending",
      "in-progress": "In progress",
      completed: "Completed",
      cancelled: "Cancelled",
    },
  },
} as const satisfies Record<Language, Record<"kind" | "booking" | "status", Record<string, string>>>;

type ColumnIn = Omit<ListColumn<MovementLine>, "label"> & { heads: Record<Language, string> };

const columns: ColumnIn[] = [
  { key: "time", kind: "code", width: 8, heads: { ar: "الوقت", en: "Time" } },
  { key: "name", width: 28, heads: { ar: "المرحلة", en: "Stage" } },
  { key: "kind", width: 10, below: true, heads: { ar: "نوع الحركة", en: "Kind" } },
  { key: "trip", width: 26, heads: { ar: "الرحلة", en: "Trip" } },
  { key: "groups", width: 30, below: true, heads: { ar: "المجموعات", en: "Groups" } },
  { key: "from_place", width: 22, heads: { ar: "من", en: "From" } },
  { key: "to_place", width: 22, heads: { ar: "إلى", en: "To" } },
  { key: "vehicle", width: 18, heads: { ar: "المركبة", en: "Vehicle" } },
  { key: "plate", width: 12, below: true, heads: { ar: "رقم اللوحة", en: "Plate" } },
  { key: "driver_name", width: 20, heads: { ar: "السائق", en: "Driver" } },
  {
    key: "driver_phone",
    kind: "code",
    width: 18,
    below: true,
    heads: { ar: "هاتف السائق", en: "Telephone" },
  },
  { key: "flight_number", kind: "code", width: 12, heads: { ar: "رقم الرحلة الجوية", en: "Flight" } },
  { key: "operator_number", kind: "code", width: 14, heads: { ar: "رقم التشغيل", en: "Operator No." } },
  { key: "booking", width: 12, heads: { ar: "الحجز", en: "Booking" } },
  { key: "status", width: 12, heads: { ar: "الحالة", en: "Status" } },
  { key: "adults", kind: "number", width: 8, heads: { ar: "البالغون", en: "Adults" } },
  { key: "children", kind: "number", width: 8, heads: { ar: "الأطفال", en: "Children" } },
  { key: "infants", kind: "number", width: 8, heads: { ar: "الرضع", en: "Infants" } },
];

/** The columns of the sheet of a day, on paper and in files. */
export const columnsIn = (language: Language): ListColumn<MovementLine>[] =>
  columns.map(({ heads, ...column }) => ({ ...column, label: heads[language] }));

import { nameField } from "~/domain/common-fields";
import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import type { ShownCurrency } from "~/domain/money";
import { activityLabels } from "~/domain/status";
import { type RoomName, roomLabels, sharing } from "~/domain/travellers";
import type { Cell } from "./grid";
import type { Stay } from "./stay";

export const packageTypeLabels = { عمرة: "عمرة", حج: "حج" };
export type PackageType = keyof typeof packageTypeLabels;

/** An integrated package (باقة) as calls show it (spec §3). */
export type Package = Omit<RowOf<(typeof integratedPackage)["fields"]>, "currency"> & {
  currency: ShownCurrency & { id: number };
  /** Where the pilgrims sleep, in order; `hotel` is the first stay's. */
  stays: Stay[];
  hotel: { id: number; name: string } | null;
  /** By room and age; what a contract takes that names both. */
  prices: Cell[];
  other_services: { id: number; name: string; icon: string }[];
  other_service_ids: number[];
  /** The cost and price that saving the package now would give, by today's prices and rates. */
  current_cost: number;
  current_price: number;
  /** Whether the saved figures differ from the current ones. */
  price_out_of_date: boolean;
};

/** A package as its change answers it: with how many departed groups keep the stays that it had. */
export type PackageWithKept = Package & { kept?: { groups: number } };

export const integratedPackage = withLabels(
  {
    table: "packages",
    path: "/services/packages",
    write: "manage_services",
    read: ["manage_campaigns", "manage_contracts"],
    fields: {
      name: nameField("اسم الباقة"),
      type: {
        label: "النوع",
        kind: "choice",
        choices: packageTypeLabels,
        hasDefault: true,
        sheet: { width: 8 },
      },
      duration: { label: "المدة (بالأيام)", kind: "wholeNumber", min: 1, max: 365, hasDefault: true },
      currency_id: {
        label: "عملة البيع",
        kind: "reference",
        to: "currencies",
        by: "code",
        shows: ["code", "symbol"],
        hasDefault: true,
        sheet: { width: 10, after: "total_price" },
      },
      hotel_id: { label: "الفندق", kind: "reference", to: "hotels", optional: true, sheet: { width: 26 } },
      /** Pilgrims in a room. */
      room_occupancy_basis: { label: "نوع الغرفة", kind: "wholeNumber", min: 1, max: 4, hasDefault: true },
      transportation_id: {
        label: "النقل",
        kind: "reference",
        to: "transportations",
        by: "company_name",
        shows: ["company_name"],
        optional: true,
        sheet: { width: 26 },
      },
      catering_id: {
        label: "الإعاشة",
        kind: "reference",
        to: "catering_services",
        shows: ["name"],
        optional: true,
        sheet: { width: 26 },
      },
      other_service_ids: {
        label: "الخدمات الأخرى",
        kind: "references",
        to: "other_services",
        sheet: { width: 40 },
      },
      profit_margin: { label: "هامش الربح %", kind: "price", hasDefault: true },
      /** In the default currency, as it was reckoned when the package was saved. */
      total_cost: { label: "التكلفة", kind: "price", computed: true },
      /** In the package's own currency: what contracts take. */
      total_price: { label: "سعر البيع", kind: "price", computed: true },
      description: { label: "الوصف", kind: "longText", max: 1000, optional: true, inSheet: false },
      status: { label: "الحالة", kind: "choice", choices: activityLabels, hasDefault: true },
    },
    failures: { save: "حدث خطأ", remove: "حدث خطأ" },
  },
  { stays: "الإقامات", prices: "الأسعار حسب الغرفة والعمر" },
) satisfies Entity;

/** By the number of pilgrims in a room, in the order of spec §9. */
export const roomChoices: [sharing: number, label: string][] = [
  [4, "رباعية"],
  [3, "ثلاثية"],
  [2, "ثنائية"],
  [1, "مفردة"],
];

const rooms = new Map(Object.entries(sharing).map(([room, count]) => [count, roomLabels[room as RoomName]]));

/** «رباعية» */
export const roomKind = (sharing: number) => rooms.get(sharing) ?? "";

/** «غرفة رباعية» */
export const roomInWords = (sharing: number) => `غرفة ${roomKind(sharing)}`;

/** What a new package begins with (spec §9). */
export const packageDefaults = { type: "عمرة", duration: 7, profit_margin: 15, room_occupancy_basis: 4 };

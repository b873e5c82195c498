import type { Entity } from "~/domain/entity";
import { catering } from "~/features/services/catering/catering";
import { hotel } from "~/features/services/hotels/hotel";
import { otherService } from "~/features/services/other/other-service";
import { transportation } from "~/features/services/transportation/transportation";
import type { Samples } from "./standard-calls";

type Row = Record<string, unknown>;

export interface Service {
  entity: Entity & { fields: { status: { choices: Record<string, string> } } };
  /** The address of its calls. */
  path: string;
  name: "name" | "company_name";
  prices: string[];
  /** The lookup that it needs: the address of its calls, its name in an answer, the field that refers to it, its present and further rows. */
  lookup: { path: string; item: string; field: string; first: string; second: string };
  /** The field of the small dialog that adds to the lookup, and its refusals; without `blank` a blank name is ignored. */
  adding: { label: string; blank?: string; taken: string };
  /** What only this service has: a row for each number, and the rules of those fields. */
  own: (number: number, ids: Ids) => Row;
  shown?: (sent: Row) => Row;
  required: string[];
  defaults: Row;
  refused: [field: string, value: unknown][];
  badFilters?: string[];
  /** A row that no other one resembles, and what finds it by its Arabic, and with «status=inactive» by a part. */
  found: { row: Row; searches: string[]; part: string };
  /** The packages that use it, by a column if it has one; and the refusal to delete it. */
  packages: { names: string[]; column?: string; refusal: string; failure: string };
  /** What is typed into its form without the lookup, what is refused of it, and what is stored. */
  typed: Record<string, string>;
  mistaken: Record<string, string>;
  sentences: string[];
  stored: Row;
}

/** The rows that services refer to. */
export type Ids = { lookup: number; rating: number; usd: number; kwd: number; currencies: Row };

export const services: Service[] = [
  {
    entity: hotel,
    path: "/api/hotels",
    name: "name",
    prices: ["single_room_price", "double_room_price", "triple_room_price", "quad_room_price"],
    lookup: {
      path: "cities",
      item: "city",
      field: "city_id",
      first: "مكة المكرمة",
      second: "المدينة المنورة",
    },
    adding: {
      label: "اسم المدينة",
      blank: "فشل إضافة المدينة: اسم المدينة مطلوب",
      taken: "هذه المدينة موجودة من قبل",
    },
    own: (number, { rating }) => ({
      address: `أجياد ${number}`,
      rating_id: number % 2 ? rating : null,
      description: `مطل على الحرم ${number}`,
    }),
    shown: ({ rating_id }) => ({ rating: rating_id && { id: rating_id, value: 5 } }),
    required: ["name", "city_id", "address"],
    defaults: {
      rating_id: null,
      single_room_price: 0,
      double_room_price: 0,
      triple_room_price: 0,
      quad_room_price: 0,
      description: null,
    },
    refused: [["rating_id", 999_999]],
    badFilters: ["rating_id=x"],
    found: { row: { name: "دار الإيمان" }, searches: ["الايمان", "المدينه"], part: "دار" },
    packages: {
      names: ["عمرة رجب"],
      column: "hotel_id",
      refusal: "لا يمكن الحذف: الفندق مستخدم في الباقة «عمرة رجب»",
      failure: "فشل حذف الفندق",
    },
    typed: { name: "فندق لم يحفظ بعد", address: "شارع إبراهيم الخليل", quad_room_price: "٢٠٠" },
    mistaken: { name: "" },
    sentences: ["الرجاء تعبئة الحقول الأساسية: اسم الفندق، المدينة، والعنوان"],
    stored: { quad_room_price: "200.0000" },
  },
  {
    entity: transportation,
    path: "/api/transportations",
    name: "company_name",
    prices: ["price_per_person"],
    lookup: {
      path: "bus-types",
      item: "bus_type",
      field: "bus_type_id",
      first: "حافلة كبيرة",
      second: "كوستر",
    },
    adding: {
      label: "اسم نوع الحافلة",
      blank: "فشل إضافة النوع: اسم نوع الحافلة مطلوب",
      taken: "هذا النوع موجود من قبل",
    },
    own: (number) => ({
      capacity: 30 + number,
      route: `مطار جدة – مكة المكرمة ${number}`,
      features: `تكييف\nمياه باردة ${number}`,
    }),
    required: ["company_name", "bus_type_id", "capacity", "price_per_person"],
    defaults: { route: null, features: null },
    refused: [
      ["capacity", 0],
      ["capacity", -1],
      ["capacity", 4.5],
      ["capacity", "9".repeat(20)],
      ["route", ["x"]],
      ["features", {}],
    ],
    found: {
      row: { company_name: "أم القرى", route: "المدينة – مكة" },
      searches: ["ام القري", "المدينه"],
      part: "أم",
    },
    packages: {
      names: ["عمرة رجب"],
      column: "transportation_id",
      refusal: "لا يمكن الحذف: وسيلة النقل مستخدمة في الباقة «عمرة رجب»",
      failure: "فشل الحذف",
    },
    typed: { company_name: "شركة لم تحفظ بعد", capacity: "٣٠", price_per_person: "٢٠٠" },
    mistaken: { capacity: "0" },
    sentences: ["فشل حفظ البيانات", "من 1 إلى 9999"],
    stored: { capacity: 30, price_per_person: "200.0000" },
  },
  {
    entity: catering,
    path: "/api/catering",
    name: "name",
    prices: ["price_per_day"],
    lookup: {
      path: "catering-types",
      item: "catering_type",
      field: "catering_type_id",
      first: "إقامة كاملة",
      second: "إفطار",
    },
    adding: {
      label: "اسم نوع الإعاشة",
      blank: "فشل إضافة النوع: اسم نوع الإعاشة مطلوب",
      taken: "هذا النوع موجود من قبل",
    },
    own: (number) => ({ description: `بوفيه\nعالمي ${number}`, meals_per_day: number % 5 }),
    required: ["name", "catering_type_id", "price_per_day"],
    defaults: { meals_per_day: 3, description: null },
    refused: [
      ["meals_per_day", -1],
      ["meals_per_day", 2.5],
      ["meals_per_day", "1e1"],
      ["description", ["x"]],
    ],
    found: {
      row: { name: "إفطار الفندق", description: "قهوة عربية" },
      searches: ["افطار", "قهوه"],
      part: "الفندق",
    },
    packages: {
      names: ["عمرة رجب"],
      column: "catering_id",
      refusal: "لا يمكن الحذف: خدمة الإعاشة مستخدمة في الباقة «عمرة رجب»",
      failure: "فشل الحذف",
    },
    typed: { name: "خدمة لم تحفظ بعد", meals_per_day: "٢", price_per_day: "٢٠٠" },
    mistaken: { price_per_day: "" },
    sentences: ["فشل حفظ البيانات"],
    stored: { meals_per_day: 2, price_per_day: "200.0000" },
  },
  {
    entity: otherService,
    path: "/api/other-services",
    name: "name",
    prices: ["price"],
    lookup: {
      path: "service-categories",
      item: "service_category",
      field: "category_id",
      first: "تنقلات",
      second: "هدايا",
    },
    adding: { label: "اسم الفئة", taken: "هذه الفئة موجودة من قبل" },
    own: (number) => ({ description: `درجة اقتصادية ${number}`, icon: number % 2 ? "Train" : "Wifi" }),
    required: ["name", "category_id", "price"],
    defaults: { icon: "Plus", description: null },
    refused: [
      ["icon", "Skull"],
      ["icon", "plus"],
      ["icon", "constructor"],
      ["icon", ["Plus"]],
      ["description", {}],
    ],
    found: {
      row: { name: "إحرام وسجادة", description: "هدية المعتمر" },
      searches: ["احرام", "هديه"],
      part: "سجادة",
    },
    packages: {
      names: ["عمرة رجب", "عمرة شعبان"],
      refusal: "لا يمكن الحذف: الخدمة مستخدمة في الباقات «عمرة رجب»، «عمرة شعبان»",
      failure: "فشل حذف الخدمة",
    },
    typed: { name: "خدمة لم تحفظ بعد", price: "٢٠٠", icon: "Camera" },
    mistaken: { price: "1.005" },
    sentences: ["فشل حفظ الخدمة"],
    stored: { icon: "Camera", price: "200.0000" },
  },
];

const wrongPrices = [-1, "NaN", "1e5", "Infinity", "0x10", 1.0005, 10 ** 15];

/** A service's rows and rules for the standard calls: what all have, and its own. @param ids filled before the first test */
export function samplesOf({ name, prices, lookup, own, ...service }: Service, ids: Ids): Samples {
  let made = 0;
  return {
    whole: () => {
      made++;
      return {
        [name]: `خدمة ${made}`,
        name_latin: `Service ${made}`,
        [lookup.field]: ids.lookup,
        ...Object.fromEntries(prices.map((price, place) => [price, 100.25 + made + place])),
        currency_id: made % 2 ? ids.kwd : ids.usd,
        status: made % 2 ? "inactive" : "active",
        ...own(made, ids),
      };
    },
    shown: (sent) => ({
      [lookup.field.replace(/_id$/, "")]: { id: ids.lookup, name: lookup.first },
      currency: ids.currencies[Number(sent.currency_id)],
      ...service.shown?.(sent),
    }),
    required: service.required,
    defaults: { name_latin: null, currency: { code: "USD" }, status: "active", ...service.defaults },
    refused: [
      [lookup.field, 999_999],
      [lookup.field, "x"],
      ["currency_id", 999_999],
      // All prices are of one kind, so each value is tried on one of them.
      ...wrongPrices.map((value, turn): [string, unknown] => [prices[turn % prices.length] as string, value]),
      ["status", "gone"],
      ["status", "متاح"],
      [name, "س".repeat(151)],
      [name, ["x"]],
      ["name_latin", "خدمة"],
      ["name_latin", "Service ٢"],
      ["name_latin", "2"],
      ...service.refused,
    ],
    badFilters: [`${lookup.field}=x`, "status=gone", ...(service.badFilters ?? [])],
  };
}

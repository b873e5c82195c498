/**
 * The short lists from which services choose (spec §3, §7), by the last part of their calls' address: the columns of each
 * (a name; for ratings the stars), and the words of its small dialog (spec §2, §8).
 */
export const lookups = {
  cities: {
    table: "cities",
    item: "city",
    column: "name",
    reference: "city_id",
    label: "اسم المدينة",
    title: "إضافة مدينة",
    added: "تمت إضافة المدينة",
    failure: "فشل إضافة المدينة",
    required: "اسم المدينة مطلوب",
  },
  ratings: {
    table: "ratings",
    item: "rating",
    column: "value",
    reference: "rating_id",
    label: "عدد النجوم",
    title: "إضافة تصنيف",
    added: "تمت إضافة التصنيف",
    failure: "فشل إضافة التصنيف",
    required: "قيمة التصنيف مطلوبة",
  },
  "bus-types": {
    table: "bus_types",
    item: "bus_type",
    column: "name",
    reference: "bus_type_id",
    label: "اسم نوع الحافلة",
    title: "إضافة نوع حافلة",
    added: "تمت إضافة نوع الحافلة",
    failure: "فشل إضافة النوع",
    required: "اسم نوع الحافلة مطلوب",
  },
  "catering-types": {
    table: "catering_types",
    item: "catering_type",
    column: "name",
    reference: "catering_type_id",
    label: "اسم نوع الإعاشة",
    title: "إضافة نوع إعاشة",
    added: "تمت إضافة نوع الإعاشة",
    failure: "فشل إضافة النوع",
    required: "اسم نوع الإعاشة مطلوب",
  },
  "service-categories": {
    table: "service_categories",
    item: "service_category",
    column: "name",
    reference: "category_id",
    label: "اسم الفئة",
    title: "إضافة فئة",
    added: "تمت إضافة الفئة",
    failure: "فشل إضافة الفئة",
    required: "اسم الفئة مطلوب",
  },
} as const;

export type LookupKind = keyof typeof lookups;
export const lookupKinds = Object.keys(lookups) as LookupKind[];

/** @property name_latin for cities */
export type NamedLookup = { id: number; name: string; name_latin?: string | null };
export type Rating = { id: number; value: number };

/** ★★★★★ */
export const stars = (value: number) => "★".repeat(value);

/** A rating in words, for selects and screen readers. */
export const starsInWords = (value: number) =>
  value === 1 ? "نجمة واحدة" : value === 2 ? "نجمتان" : `${value} نجوم`;

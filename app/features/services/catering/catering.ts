import type { Entity } from "~/domain/entity";
import type { Status } from "~/features/status";
import { counted, type Noun } from "~/ui/counted";
import type { ShownCurrency } from "~/ui/money";
import type { NamedLookup } from "../lookups/lookup";

/** A catering service, as the API shows one (spec §3). */
export type Catering = {
  id: number;
  name: string;
  catering_type_id: number;
  catering_type: NamedLookup;
  /** A person's day, in the service's currency. */
  price_per_day: number;
  currency_id: number;
  currency: ShownCurrency & { id: number };
  description: string | null;
  /** 0 means open meals. */
  meals_per_day: number;
  status: Status;
  created_at: string;
  updated_at: string;
};

export const catering = {
  table: "catering_services",
  path: "/services/catering",
  key: "catering_services",
  item: "catering_service",
  write: "manage_services",
  labels: {
    name: "اسم الخدمة",
    catering_type_id: "نوع الإعاشة",
    price_per_day: "السعر اليومي",
    currency_id: "العملة",
    description: "الوصف",
    meals_per_day: "الوجبات في اليوم",
    status: "الحالة",
  },
  failures: { save: "فشل حفظ البيانات", remove: "فشل الحذف" },
} as const satisfies Entity;

export const defaultMeals = 3;

const meals: Noun = { one: "وجبة واحدة", two: "وجبتان", few: "وجبات", many: "وجبة", other: "وجبة" };

/** «وجبات مفتوحة», «وجبة واحدة يوميًا», «3 وجبات يوميًا» */
export const mealsInWords = (count: number) =>
  count === 0 ? "وجبات مفتوحة" : `${counted(count, meals)} يوميًا`;

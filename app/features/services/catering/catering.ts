import { descriptionField, nameFields } from "~/domain/common-fields";
import { countNoun, countPhrase } from "~/domain/count-words";
import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import type { ShownCurrency } from "~/domain/money";
import { activityLabels } from "~/domain/status";
import { currencyField } from "../currency-field";
import type { NamedLookup } from "../lookups/lookup";

/** A catering service as calls show it (spec §3). */
export type Catering = RowOf<(typeof catering)["fields"]> & {
  catering_type: NamedLookup;
  currency: ShownCurrency & { id: number };
};

export const defaultMeals = 3;

export const catering = withLabels({
  table: "catering_services",
  path: "/services/catering",
  write: "manage_services",
  fields: {
    ...nameFields("اسم الخدمة"),
    catering_type_id: { label: "نوع الإعاشة", kind: "reference", to: "catering_types" },
    /** For one person and day, in the service's currency. */
    price_per_day: { label: "السعر اليومي", kind: "price" },
    currency_id: currencyField,
    description: descriptionField,
    /** 0 means open meals. */
    meals_per_day: {
      label: "الوجبات في اليوم",
      kind: "wholeNumber",
      max: 99,
      usual: defaultMeals,
      sheet: { width: 24, after: "currency_id" },
    },
    status: { label: "الحالة", kind: "choice", choices: activityLabels, hasDefault: true },
  },
  failures: { save: "فشل حفظ البيانات", remove: "فشل الحذف" },
}) satisfies Entity;

const meals = countNoun("وجبة واحدة", "وجبتان", "وجبات", "وجبة");

/** «وجبات مفتوحة», «وجبة واحدة يوميًا», «3 وجبات يوميًا» */
export const mealsInWords = (count: number) =>
  count === 0 ? "وجبات مفتوحة" : `${countPhrase(count, meals)} يوميًا`;

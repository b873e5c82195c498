import { descriptionField } from "~/domain/common-fields";
import { countNoun } from "~/domain/count-words";
import type { Entity } from "~/domain/entity";
import { type Fields, type RowOf, withLabels } from "~/domain/fields";
import type { ShownCurrency } from "~/domain/money";
import { statesOf } from "~/domain/states";
import { trip } from "./trip";

export const stageStates = statesOf({
  pending: ["قيد الانتظار", "plain"],
  "in-progress": ["جارية", "gold"],
  completed: ["مكتملة", "good"],
  cancelled: ["ملغاة", "bad"],
});
export const { labels: stageStatusLabels } = stageStates;

/** What kind of movement a stage is. */
export const movementKindLabels = {
  arrival: "وصول",
  transfer: "تنقل",
  visit: "زيارة",
  departure: "مغادرة",
  other: "أخرى",
};

/** Whether the vehicle or the service of a stage is booked. */
export const bookingStates = statesOf({
  none: ["بلا حجز", "plain"],
  asked: ["طُلب الحجز", "gold"],
  confirmed: ["الحجز مؤكد", "good"],
});

/** A stage of a trip as calls show it (spec §3). */
export type Stage = RowOf<typeof fields> & {
  trip_id: number;
  cost_currency: (ShownCurrency & { id: number }) | null;
};

const place = { kind: "text", max: 150, optional: true, sheet: { width: 24 } } as const;

const fields = {
  name: { label: "اسم المرحلة", kind: "text", max: 150, sheet: { width: 40, after: "time" } },
  description: { ...descriptionField, sheet: { width: 60, after: "name" } },
  date: { label: "التاريخ", kind: "date" },
  time: { label: "الوقت", kind: "time" },
  status: { label: "الحالة", kind: "choice", choices: stageStatusLabels, hasDefault: true },
  kind: { label: "نوع الحركة", kind: "choice", choices: movementKindLabels, hasDefault: true },
  from_place: { ...place, label: "مكان الانطلاق" },
  to_place: { ...place, label: "الوجهة" },
  vehicle: { ...place, label: "المركبة" },
  plate: { label: "رقم اللوحة", kind: "text", max: 30, optional: true },
  driver_name: { ...place, label: "السائق" },
  driver_phone: { label: "هاتف السائق", kind: "phone", optional: true },
  flight_number: { label: "رقم الرحلة الجوية", kind: "code", max: 20, optional: true },
  operator_number: { label: "رقم التشغيل", kind: "code", max: 50, optional: true },
  booking: { label: "الحجز", kind: "choice", choices: bookingStates.labels, hasDefault: true },
  /** Planned only: no figure of profit reads it. */
  cost_amount: {
    label: "التكلفة المتوقعة",
    kind: "price",
    optional: true,
    wrong: "أدخل تكلفة صحيحة لا تكون سالبة",
  },
  cost_currency_id: {
    label: "عملة التكلفة",
    kind: "reference",
    to: "currencies",
    by: "code",
    optional: true,
  },
} as const satisfies Fields;

/** The stages of trips as screens and calls use them. */
export const stage = withLabels({
  table: "trip_stages",
  noun: { one: "المرحلة", a: "مرحلة", many: "المراحل", some: "مراحل" },
  path: trip.path,
  key: "stages",
  write: "manage_trips",
  fields,
  required: "الرجاء تعبئة جميع الحقول المطلوبة",
}) satisfies Entity;

/** The stages of one trip. */
export const stagesOf = (tripId: number | string = "") => ({ ...stage, path: `/trips/${tripId}/stages` });

/** The movements of a day: the stages of all trips. */
export const movementsPath = "/trips/movements";

/** The driver's order for a stage. */
export const orderOf = (stageId: number) => `${movementsPath}/${stageId}/order`;

export const stageCount = countNoun("مرحلة واحدة", "مرحلتان", "مراحل", "مرحلة");

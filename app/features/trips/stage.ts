import { descriptionField } from "~/domain/common-fields";
import { countNoun } from "~/domain/count-words";
import type { Entity } from "~/domain/entity";
import { type Fields, type RowOf, withLabels } from "~/domain/fields";
import { statesOf } from "~/domain/states";
import { trip } from "./trip";

export const stageStates = statesOf({
  pending: ["قيد الانتظار", "plain"],
  "in-progress": ["جارية", "gold"],
  completed: ["مكتملة", "good"],
  cancelled: ["ملغاة", "bad"],
});
export const { labels: stageStatusLabels } = stageStates;

/** A stage of a trip as calls show it (spec §3). */
export type Stage = RowOf<typeof fields> & { trip_id: number };

const fields = {
  name: { label: "اسم المرحلة", kind: "text", max: 150, sheet: { width: 40, after: "time" } },
  description: { ...descriptionField, sheet: { width: 60, after: "name" } },
  date: { label: "التاريخ", kind: "date" },
  time: { label: "الوقت", kind: "time" },
  status: { label: "الحالة", kind: "choice", choices: stageStatusLabels, hasDefault: true },
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

export const stageCount = countNoun("مرحلة واحدة", "مرحلتان", "مراحل", "مرحلة");

import { statesOf } from "~/ui/states";
import type { Entity } from "~/domain/entity";
import type { Noun } from "~/ui/count-words";

const statuses = statesOf({
  pending: ["قيد الانتظار", "plain"],
  "in-progress": ["جارية", "gold"],
  completed: ["مكتملة", "good"],
  cancelled: ["ملغاة", "bad"],
});
export const { names: stageStatuses, labels: stageStatusLabels, tones: stageStatusTones } = statuses;
type StageStatus = keyof typeof statuses.labels;

/** A stage of a trip, as the API shows one (spec §3). */
export type Stage = {
  id: number;
  trip_id: number;
  name: string;
  description: string | null;
  date: string;
  /** `12:00` */
  time: string;
  status: StageStatus;
  created_at: string;
  updated_at: string;
};

export const stageLabels = {
  name: "اسم المرحلة",
  description: "الوصف",
  date: "التاريخ",
  time: "الوقت",
  status: "الحالة",
};

/** The stages of a trip: to calls those of any. */
export const stagesOf = (tripId: number | string = "") =>
  ({
    table: "trip_stages",
    noun: { one: "المرحلة", a: "مرحلة", many: "المراحل", some: "مراحل" },
    path: `/trips/${tripId}/stages`,
    key: "stages",
    item: "stage",
    write: "manage_trips",
    labels: stageLabels,
    required: "الرجاء تعبئة جميع الحقول المطلوبة",
  }) as const satisfies Entity;

export const stageCount: Noun = {
  one: "مرحلة واحدة",
  two: "مرحلتان",
  few: "مراحل",
  many: "مرحلة",
  other: "مرحلة",
};

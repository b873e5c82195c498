import type { Entity } from "~/domain/entity";
import type { Noun } from "~/ui/count-words";
import type { Tone } from "~/ui/page";

export const stageStatuses = ["pending", "in-progress", "completed", "cancelled"] as const;
type StageStatus = (typeof stageStatuses)[number];
export const stageStatusLabels: Record<StageStatus, string> = {
  pending: "قيد الانتظار",
  "in-progress": "جارية",
  completed: "مكتملة",
  cancelled: "ملغاة",
};
export const stageStatusTones: Record<StageStatus, Tone> = {
  pending: "plain",
  "in-progress": "gold",
  completed: "good",
  cancelled: "bad",
};

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

import type { Tone } from "~/ui/page";

export const stageStatuses = ["pending", "in-progress", "completed", "cancelled"] as const;
export type StageStatus = (typeof stageStatuses)[number];
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

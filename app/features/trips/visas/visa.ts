import type { Entity } from "~/domain/entity";
import type { Tone } from "~/ui/page";

export const visaTypes = ["umrah", "hajj"] as const;
export type VisaType = (typeof visaTypes)[number];
export const visaTypeLabels: Record<VisaType, string> = { umrah: "عمرة", hajj: "حج" };

export const visaStatuses = ["pending", "approved", "rejected", "expired"] as const;
export type VisaStatus = (typeof visaStatuses)[number];
export const visaStatusLabels: Record<VisaStatus, string> = {
  pending: "قيد الانتظار",
  approved: "معتمدة",
  rejected: "مرفوضة",
  expired: "منتهية",
};
export const visaStatusTones: Record<VisaStatus, Tone> = {
  pending: "gold",
  approved: "good",
  rejected: "bad",
  expired: "plain",
};

/** How long a visa is good for where no contract of its customer says (rulings §4). */
export const usualDays = 90;

/** A paper that was uploaded for a visa; it lies at `/uploads/visas/` and its `file_name`. */
export type VisaDocument = {
  id: number;
  /** As the store names it. */
  file_name: string;
  /** As whoever uploaded it named it. */
  given_name: string;
  media_type: string;
  document_type: string;
  uploaded_at: string;
};

/** Who changed a visa's status or content, why and when, and what its status was from then on. */
export type VisaChange = {
  /** 0 for an expiry that is not written down yet. */
  id: number;
  user_name: string;
  status: VisaStatus;
  change_reason: string | null;
  changed_at: string;
};

/** A visa (تأشيرة), as the API shows one (spec §3). */
export type Visa = {
  id: number;
  customer_id: number;
  customer_name: string;
  group_id: number | null;
  group_name: string | null;
  visa_type: VisaType;
  passport_number: string;
  submission_date: string;
  approval_date: string | null;
  /** The last of its days, once it is approved. */
  last_day: string | null;
  visa_number: string | null;
  status: VisaStatus;
  notes: string | null;
  /** The approved visa's file: `/uploads/visas/…` */
  document_path: string | null;
  /** Both newest first. */
  documents: VisaDocument[];
  history: VisaChange[];
  created_at: string;
  updated_at: string;
};

export const visa = {
  table: "visas",
  path: "/trips/visas",
  key: "visas",
  item: "visa",
  write: "manage_trips",
  isNoted: true,
  labels: {
    customer_id: "العميل",
    group_id: "المجموعة",
    visa_type: "نوع التأشيرة",
    passport_number: "رقم الجواز",
    submission_date: "تاريخ التقديم",
    approval_date: "تاريخ الاعتماد",
    last_day: "آخر أيامها",
    visa_number: "رقم التأشيرة",
    status: "الحالة",
    notes: "ملاحظات",
  },
  required: "العميل ورقم الجواز وتاريخ التقديم حقول مطلوبة",
} as const satisfies Entity;

/** Where its files are told from those of other records. */
export const visaFolder = "visas";

export const decisionLabels = {
  status: "القرار",
  visa_number: visa.labels.visa_number,
  change_reason: "السبب",
  file: "ملف التأشيرة",
};

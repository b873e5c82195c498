import { notesField } from "~/domain/common-fields";
import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import type { Hit } from "~/domain/hit";
import { statesOf } from "~/domain/states";

export const visaTypes = ["umrah", "hajj"] as const;
export type VisaType = (typeof visaTypes)[number];
export const visaTypeLabels: Record<VisaType, string> = { umrah: "عمرة", hajj: "حج" };

export const visaStates = statesOf({
  pending: ["قيد الانتظار", "gold"],
  approved: ["معتمدة", "good"],
  rejected: ["مرفوضة", "bad"],
  expired: ["منتهية", "plain"],
});
export const { names: visaStatuses, labels: visaStatusLabels, tones: visaStatusTones } = visaStates;
/** The choices of a list's status filter: a status, or the pending ones of who travels. */
export const visaFilterLabels = { ...visaStates.labels, waiting: "قيد الانتظار لمن يسافر" };
export const visaFilters = [...visaStates.names, "waiting"] as const;
export type VisaStatus = keyof typeof visaStates.labels;

/** An uploaded paper of a visa. Its file is at `/uploads/visas/` and its `file_name`. */
export type VisaDocument = {
  id: number;
  /** The file's name in the store. */
  file_name: string;
  /** The original name of the uploaded file. */
  given_name: string;
  media_type: string;
  document_type: string;
  uploaded_at: string;
};

/** A change of a visa's status or content: by whom, why and when, and the status after it. */
export type VisaChange = {
  /** 0 for an expiry that is not stored yet. */
  id: number;
  user_name: string;
  status: VisaStatus;
  change_reason: string | null;
  changed_at: string;
};

/** A visa (تأشيرة) as calls show it (spec §3). */
export type Visa = RowOf<(typeof visa)["fields"]> & {
  customer_name: string;
  group_name: string | null;
  /** The approved visa's file: `/uploads/visas/…` */
  document_path: string | null;
  /** Both newest first. */
  documents: VisaDocument[];
  history: VisaChange[];
};

export const visa = withLabels({
  table: "visas",
  path: "/trips/visas",
  write: "manage_trips",
  isNoted: true,
  fields: {
    customer_id: { label: "العميل", kind: "reference", to: "customers", sheet: { width: 32 } },
    group_id: {
      label: "المجموعة",
      kind: "reference",
      to: "groups",
      optional: true,
      sheet: { width: 26, after: "visa_type" },
    },
    visa_type: { label: "نوع التأشيرة", kind: "choice", choices: visaTypeLabels, hasDefault: true },
    passport_number: {
      label: "رقم الجواز",
      kind: "code",
      max: 30,
      ofPaper: true,
      sheet: { after: "customer_id" },
    },
    submission_date: { label: "تاريخ التقديم", kind: "date" },
    approval_date: { label: "تاريخ الاعتماد", kind: "date", optional: true, computed: true },
    /** Set when it is approved. */
    last_day: { label: "آخر أيامها", kind: "date", optional: true, computed: true },
    /** Set by the decision; later it can be corrected. */
    visa_number: {
      label: "رقم التأشيرة",
      kind: "code",
      max: 50,
      ofPaper: true,
      optional: true,
      sheet: { after: "submission_date" },
    },
    status: { label: "الحالة", kind: "choice", choices: visaStatusLabels, computed: true },
    notes: notesField,
  },
  required: "العميل ورقم الجواز وتاريخ التقديم حقول مطلوبة",
}) satisfies Entity;

/** The folder of its files in the store. */
export const visaFolder = "visas";

export const decisionLabels = {
  status: "القرار",
  visa_number: visa.labels.visa_number,
  change_reason: "السبب",
  file: "ملف التأشيرة",
};

export const visaHit = ({ id, customer_name, visa_number, passport_number, status }: Visa): Hit => ({
  title: visa_number ?? passport_number,
  facts: [customer_name],
  state: visaStatusLabels[status],
  tone: visaStatusTones[status],
  href: `${visa.path}/${id}`,
});

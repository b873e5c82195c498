import { countNoun } from "~/domain/count-words";
import type { Entity } from "~/domain/entity";
import { group } from "~/features/groups/group";
import { type VisaStatus, visa } from "~/features/visas/visa";
import type { Left, LeftFile, UploadFile } from "../uploads/upload";

/** The visas of a group's members, as screens and calls know them. */
export const groupVisa = {
  table: "visas",
  path: group.path,
  key: "members",
  item: "visa",
  write: visa.write,
  isNoted: true,
  labels: {
    numbers: "الأرقام",
    files: "الملفات",
    change_reason: "السبب",
  },
} as const satisfies Entity;

/** The visas of one group. */
export const visasOf = (groupId: number | string) => ({
  ...groupVisa,
  path: `${group.path}/${groupId}/visas`,
});

/** What becomes of a request: it is approved with its number and file, or rejected with a reason. */
export const decisions = { approved: "اعتماد", rejected: "رفض" } as const;
export type Decision = keyof typeof decisions;

/** A member of a group with a visa of the campaign's type: a pending one, else the one that counts. */
export type MemberVisa = {
  /** The customer's. */
  id: number;
  name: string;
  name_latin: string | null;
  passport_number: string | null;
  visa_id: number | null;
  status: VisaStatus | null;
  visa_number: string | null;
  /** The passport that the visa is in. */
  visa_passport: string | null;
};

export const outcomes = {
  left: "ينقصه شيء",
  ready: "مطابق",
  untouched: "لم يذكر بعد",
  settled: "لا طلب ينتظر",
} as const;
export type Outcome = keyof typeof outcomes;

/** What would become of a member's visa. */
export type Verdict = MemberVisa & {
  outcome: Outcome;
  reason: string | null;
  /** The number, or the reason of a rejection; blank where none was told. */
  value: string;
  files: Pick<UploadFile, "id" | "given_name" | "file_name">[];
};

/** Who matches what, who is left and why. */
export type Trial = { verdicts: Verdict[]; lines: Left[]; files: LeftFile[] };

export const visaCount = countNoun("تأشيرة واحدة", "تأشيرتان", "تأشيرات", "تأشيرة");

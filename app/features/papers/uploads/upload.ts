import { countNoun } from "~/domain/count-words";
import type { PaperType } from "~/features/customers/paper";

/* What a user has brought for the members of a group, and what would become of it. */

/** What is carried out: visas are approved or rejected, papers are saved. */
export type UploadKind = "approved" | "rejected" | "papers";

/** A file that waits to be carried out. */
export type UploadFile = {
  id: number;
  given_name: string;
  /** As the store names it; null where it was refused. */
  file_name: string | null;
  hash: string | null;
  /** Why it was refused. */
  fault: string | null;
  /** The passport number that the user typed beside it. */
  owner: string | null;
  /** Of papers. */
  type: PaperType | null;
  issue_date: string | null;
  expiry_date: string | null;
};

export type Upload = {
  files: UploadFile[];
  /** The texts of members, by the customer's id; two for one member contradict each other. */
  entries: Record<string, string[]>;
  /** Pasted lines that name no member. */
  unknown: string[];
};

/** A row of a plan: the visa or file, whose it is, and what would be done. */
export type PlanRow = {
  id: number;
  name: string;
  deed: unknown;
  /** What of the upload is used up: the texts of this member, these files. */
  member?: number;
  files: number[];
};

/** What is not carried out, and why. */
export type Left = { text: string; reason: string };
export type LeftFile = Pick<UploadFile, "id" | "given_name" | "file_name" | "owner"> & { reason: string };

/** Why a file with the content of another one is left out: it is kept once. */
export const copyOf = (name: string) => `نسخة من الملف «${name}»: يحفظ مرة واحدة`;

/** As many files wait for a group and user. */
export const mostFiles = 500;
/** As many of one request; what the request may weigh is the gate's to say (`http/body.server.ts`). */
export const mostAtOnce = 250;

export const fileCount = countNoun("ملف واحد", "ملفان", "ملفات", "ملفًا", "ملف");

import { countNoun } from "~/domain/count-words";
import type { Entity } from "~/domain/entity";
import { customer } from "~/features/customers/customer";
import { type PaperType, paper } from "~/features/customers/paper";
import { group } from "~/features/groups/group";
import type { LeftFile, UploadFile } from "./uploads/upload";

/** The papers of a group's members, as screens and calls know them. */
export const papersOfGroup = (groupId: number | string) =>
  ({
    table: "customer_papers",
    path: `${group.path}/${groupId}/papers`,
    key: "members",
    item: "paper",
    write: customer.write,
    labels: { ...paper.labels, files: "الملفات", dry_run: "معاينة" },
  }) as const satisfies Entity;

/** A member with the types of papers that there are already. */
export type MemberPapers = {
  id: number;
  name: string;
  name_latin: string | null;
  passport_number: string | null;
  types: PaperType[];
};

/** A file that would become a paper of a member. */
export type Match = Pick<
  UploadFile,
  "id" | "given_name" | "file_name" | "type" | "issue_date" | "expiry_date"
> & {
  customer_id: number;
  name: string;
  name_latin: string | null;
};

export type PapersTrial = { members: MemberPapers[]; matches: Match[]; files: LeftFile[] };

export const paperCount = countNoun("ورقة واحدة", "ورقتان", "أوراق", "ورقة");

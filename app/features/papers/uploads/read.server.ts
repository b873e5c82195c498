import { code, optional } from "~/domain/input.server";
import { type PaperOrFault, storePapers } from "~/files/paper.server";
import { isCutOff, readForm } from "~/http/body.server";
import { mostAtOnce, type UploadFile } from "./upload";
import type { UploadChange } from "./uploads.server";

/** The form of a group's upload: many files, and the fields beside them. @throws DomainError too_large, unreadable, unavailable */
export const readUploadForm = (request: Request) => readForm(request, { files: "many" });

/** The files of a form. */
export const filesOf = (form: FormData) =>
  form.getAll("files").filter((file): file is File => file instanceof File);

const owner = optional(code(30));

/** What every form of an upload changes: its files, whose they are, and what is taken out. */
export async function readFilesChange(form: FormData, folder: string): Promise<UploadChange> {
  const files = filesOf(form);
  const owners = Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const [, id] = /^owner_(\d{1,9})$/.exec(name) ?? [];
      return id ? [[id, owner.safeParse(value).data ?? ""]] : [];
    }),
  );
  return {
    papers: await storePapers(files.slice(0, mostAtOnce), folder),
    owners,
    drop: Number(form.get("drop")) || undefined,
    clear: form.has("clear"),
  };
}

/** Why some of the files that were chosen did not come along; null where all did. */
export function missingFiles(form: FormData) {
  if (isCutOff(form)) return "الملفات معًا أكبر من 32 ميغابايت: حفظ أولها، فأعد اختيار ما لا تراه أدناه";
  if (filesOf(form).length > mostAtOnce) return `حفظت أول ${mostAtOnce} ملفًا: أعد اختيار ما بقي`;
  return null;
}

/** The files of a call, which are carried out at once, as those of an upload. */
export const toFiles = (
  papers: PaperOrFault[],
  { type = null, issue_date = null, expiry_date = null }: UploadChange["facts"] = {},
): UploadFile[] =>
  papers.map((paper, index) => ({
    id: index + 1,
    given_name: paper.given_name,
    file_name: "name" in paper ? paper.name : null,
    hash: "name" in paper ? paper.hash : null,
    fault: "fault" in paper ? paper.fault : null,
    owner: null,
    type,
    issue_date,
    expiry_date,
  }));

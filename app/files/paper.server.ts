import { DomainError } from "~/domain/domain-error";
import type { StoredFile } from "~/domain/file-upload";
import { optional, text } from "~/domain/input.server";
import { readContent } from "./content.server";
import { checkPicture } from "./image.server";
import { queue } from "./queue.server";
import { storeFile } from "./storage.server";

const readers = ["application/pdf", "image/png", "image/jpeg"];
const words = {
  one: "الملف",
  another: "ملفًا آخر",
  kinds: "الملف يجب أن يكون بصيغة PDF أو PNG أو JPEG",
};

/** A paper in the store, with its original name for display. */
export type Paper = StoredFile & { given_name: string };

const longestName = 150;
const givenName = optional(text(longestName));

/** The uploaded file's original name, for display; a long one keeps only its end. */
export const givenNameOf = (file: File) => givenName.parse(file.name.slice(-longestName)) ?? undefined;

/**
 * Stores the paper of a form or call, if it has one: a PDF, PNG or JPEG by content, unchanged (rulings §4). A picture has bounds, and a
 * form that says `type` photo those of any photo.
 * @throws DomainError invalid, too_large, unavailable
 */
export async function paperOf(form: FormData, folder: string, field = "file"): Promise<Paper | undefined> {
  const file = form.get(field);
  const kind = form.get("type") === "photo" ? "photo" : "scan";
  return file instanceof File ? storePaper(file, folder, field, kind) : undefined;
}

async function storePaper(
  file: File,
  folder: string,
  field: string,
  kind: "photo" | "scan" = "scan",
): Promise<Paper> {
  const { bytes, extension } = await readContent(file, field, readers, words);
  if (extension !== "pdf") await checkPicture(bytes, field, kind);
  const upload = await storeFile(folder, bytes, extension);
  return { ...upload, given_name: givenNameOf(file) ?? upload.name };
}

/** One of many files: a paper in the store, or the reason why it was refused. */
export type PaperOrFault = Paper | { given_name: string; fault: string };

const atATime = 4;

/**
 * Stores many papers, each judged by itself.
 * @throws DomainError unavailable
 */
export function storePapers(files: File[], folder: string): Promise<PaperOrFault[]> {
  const inTurn = queue(atATime);
  return Promise.all(
    files.map((file) =>
      inTurn(async () => {
        try {
          return await storePaper(file, folder, "file");
        } catch (error) {
          if (!(error instanceof DomainError) || error.code === "unavailable") throw error;
          return { given_name: givenNameOf(file) ?? "ملف بلا اسم", fault: error.message };
        }
      }),
    ),
  );
}

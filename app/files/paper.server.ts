import { DomainError } from "~/domain/domain-error";
import type { StoredFile } from "~/domain/file-upload";
import { optional, text } from "~/domain/input.server";
import { readContent } from "./content.server";
import { checkPicture, tooLargeForPhoto } from "./image.server";
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

/** Stands in the name of a stored picture that has more points than a photo may have, since any paper may become a photo later. */
const largeMark = "-large";

/** Why a stored paper cannot be a person's photo, by its name in the store; null where it can. */
export function photoFault(name: string) {
  if (name.endsWith(".pdf")) return "الصورة الشخصية تكون PNG أو JPEG، لا PDF";
  return name.includes(largeMark) ? tooLargeForPhoto : null;
}

/**
 * Stores the paper of a form or call, if it has one: a PDF, PNG or JPEG by content, unchanged (rulings §4). A picture has bounds.
 * @throws DomainError invalid, too_large, unavailable
 */
export async function paperOf(form: FormData, folder: string, field = "file"): Promise<Paper | undefined> {
  const file = form.get(field);
  return file instanceof File ? storePaper(file, folder, field) : undefined;
}

async function storePaper(file: File, folder: string, field: string): Promise<Paper> {
  const { bytes, extension } = await readContent(file, field, readers, words);
  const isLarge = extension !== "pdf" && (await checkPicture(bytes, field, "scan")).isLarge;
  const upload = await storeFile(folder, bytes, extension, isLarge ? largeMark : "");
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

import { fileTypeFromBuffer } from "file-type";
import { DomainError, invalid } from "~/domain/domain-error";
import { largestFile } from "~/domain/file-upload";

/**
 * The bytes of an uploaded file and its kind, which its content decides whatever its name is (rulings §4).
 * @param kinds the accepted media types
 * @param words the file's noun in sentences, and the sentence that names the accepted kinds
 * @throws DomainError too_large, invalid, at `field`
 */
export async function readContent(
  file: File,
  field: string,
  kinds: readonly string[],
  words: { one: string; another: string; kinds: string },
) {
  if (file.size === 0) throw invalid(field, `الملف المختار فارغ، اختر ${words.another}`);
  if (file.size > largestFile) {
    const sentence = `حجم ${words.one} أكبر من 10 ميغابايت`;
    throw new DomainError("too_large", sentence, { fields: { [field]: sentence } });
  }
  const bytes = Buffer.from(await file.arrayBuffer());
  const type = beginsAsPdf(bytes) ? pdf : await fileTypeFromBuffer(bytes);
  if (!type || !kinds.includes(type.mime)) throw invalid(field, words.kinds);
  return { bytes, extension: type.ext as string };
}

const pdf = { mime: "application/pdf", ext: "pdf" };

/** Whether a PDF begins here: programs write blanks or a byte order mark before it, and readers pass over them. */
const beginsAsPdf = (bytes: Buffer) =>
  /^(?:\xEF\xBB\xBF|\s|\0)*%PDF-/.test(bytes.toString("latin1", 0, 1024));

import { DomainError } from "~/domain/domain-error";
import { lanes } from "~/files/lanes.server";
import { largestFile } from "~/http/body.server";
import { readCsv } from "./csv.server";
import type { Line } from "./lines.server";
import { readWorkbook } from "./workbook.server";

/** One at a time: a file takes up to a hundred megabytes while it is read. */
const inLane = lanes(1);

const isZip = (bytes: Buffer) => bytes.toString("latin1", 0, 2) === "PK";
/** What a workbook of before 2007 and one with a password lie in. */
const isOle = (bytes: Buffer) => bytes.toString("hex", 0, 4) === "d0cf11e0";

/**
 * The lines of an uploaded sheet: XLSX or CSV by content, whatever the file is called.
 * @throws DomainError unsupported, too_large, invalid
 */
export async function readSheet(file: File): Promise<Line[]> {
  if (!file.size) throw new DomainError("invalid", "الملف المختار فارغ");
  if (file.size > largestFile) throw new DomainError("too_large", "حجم الملف أكبر من 10 ميغابايت");
  return inLane(async () => {
    const bytes = Buffer.from(await file.arrayBuffer());
    if (isOle(bytes))
      throw new DomainError(
        "unsupported",
        "الملف بصيغة Excel القديمة (XLS) أو محمي بكلمة مرور. احفظه بصيغة XLSX دون كلمة مرور",
      );
    return isZip(bytes) ? readWorkbook(bytes) : readCsv(bytes);
  });
}

import { parentPort, workerData } from "node:worker_threads";
import { DomainError, type ErrorCode } from "~/domain/domain-error";
import { readCsv } from "./csv.server";
import type { SheetContent } from "./lines.server";
import { readWorkbook } from "./workbook.server";

/* Reads a file in a thread of its own, which sheet.server.ts starts. */

/** A refusal, or a sheet with its lines as JSON in several texts: parsing one large text would block the server. */
export type FileContent =
  | { refusal: { code: ErrorCode; sentence: string }; sheet?: undefined }
  | { refusal?: undefined; sheet: Omit<SheetContent, "lines">; batches: string[] };

const batch = 125;

const isZip = (bytes: Buffer) => bytes.toString("latin1", 0, 2) === "PK";
/** Whether a file is in the OLE container, as workbooks before 2007 and those with a password are. */
const isOle = (bytes: Buffer) => bytes.toString("hex", 0, 4) === "d0cf11e0";

/** @throws DomainError unsupported, too_large, invalid */
async function readContent(bytes: Buffer, place?: number): Promise<SheetContent> {
  if (isOle(bytes))
    throw new DomainError(
      "unsupported",
      "الملف بصيغة Excel القديمة (XLS) أو محمي بكلمة مرور. احفظه بصيغة XLSX دون كلمة مرور",
    );
  return isZip(bytes) ? readWorkbook(bytes, place) : readCsv(bytes);
}

async function read(bytes: Buffer, place?: number): Promise<FileContent> {
  try {
    const { lines, ...sheet } = await readContent(bytes, place);
    const batches: string[] = [];
    for (let at = 0; at < lines.length; at += batch)
      batches.push(JSON.stringify(lines.slice(at, at + batch)));
    return { sheet, batches };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refusal: { code: error.code, sentence: error.message } };
  }
}

const [, , place] = process.argv;
parentPort?.postMessage(await read(Buffer.from(workerData.buffer), place ? Number(place) : undefined));

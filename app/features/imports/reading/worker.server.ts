import { parentPort, workerData } from "node:worker_threads";
import { DomainError, type ErrorCode } from "~/domain/domain-error";
import { readCsv } from "./csv.server";
import type { Line } from "./lines.server";
import { readWorkbook } from "./workbook.server";

/* Reads a file in a thread of its own: sheet.server.ts starts it. */

/** Why a file was refused, or its lines as JSON, so many at a time: all at once would keep the server from others. */
export type FileContent =
  | { refusal: { code: ErrorCode; sentence: string }; batches?: undefined }
  | { refusal?: undefined; batches: string[] };

const batch = 125;

const isZip = (bytes: Buffer) => bytes.toString("latin1", 0, 2) === "PK";
/** What a workbook of before 2007 and one with a password lie in. */
const isOle = (bytes: Buffer) => bytes.toString("hex", 0, 4) === "d0cf11e0";

/** @throws DomainError unsupported, too_large, invalid */
async function readLines(bytes: Buffer): Promise<Line[]> {
  if (isOle(bytes))
    throw new DomainError(
      "unsupported",
      "الملف بصيغة Excel القديمة (XLS) أو محمي بكلمة مرور. احفظه بصيغة XLSX دون كلمة مرور",
    );
  return isZip(bytes) ? readWorkbook(bytes) : readCsv(bytes);
}

async function read(bytes: Buffer): Promise<FileContent> {
  try {
    const lines = await readLines(bytes);
    const batches: string[] = [];
    for (let at = 0; at < lines.length; at += batch)
      batches.push(JSON.stringify(lines.slice(at, at + batch)));
    return { batches };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refusal: { code: error.code, sentence: error.message } };
  }
}

parentPort?.postMessage(await read(Buffer.from(workerData.buffer)));

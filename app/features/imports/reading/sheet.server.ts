import { setImmediate } from "node:timers/promises";
import { DomainError } from "~/domain/domain-error";
import { largestFile } from "~/domain/file-upload";
import { queue } from "~/files/queue.server";
import { OverLimit, runInWorker } from "~/files/worker.server";
import { type Asker, turnsOf, workInTurn } from "~/http/turns.server";
import { log } from "~/log.server";
import { brokenFile, type Line, tooLarge } from "./lines.server";
import type { FileContent } from "./worker.server";
import worker from "./worker.server?thread";

/** One file of a user at a time, so that nobody waits for more than one file of each other user. Waiting files are held in memory. */
const takeTurn = turnsOf({ atOnce: 1, waiting: 4 });
/** One file of all users at a time, since each keeps a core busy. */
const inLane = queue(1, 20);
const limits = { megabytes: 96, milliseconds: 20_000 };

/**
 * The lines of an uploaded sheet: XLSX or CSV by content, whatever the file's name is. A thread of its own reads it.
 * @throws DomainError unsupported, too_large, invalid; unavailable if too many files wait
 */
export async function readSheet(visit: Asker, file: File): Promise<Line[]> {
  if (!file.size) throw new DomainError("invalid", "الملف المختار فارغ");
  if (file.size > largestFile) throw new DomainError("too_large", "حجم الملف أكبر من 10 ميغابايت");
  const { refusal, batches } = await workInTurn(takeTurn, visit, () => inLane(() => readApart(file)));
  if (refusal) throw new DomainError(refusal.code, refusal.sentence);
  const lines: Line[] = [];
  for (const batch of batches) {
    lines.push(...JSON.parse(batch));
    await setImmediate(); // lets other requests get their turn
  }
  return lines;
}

async function readApart(file: File): Promise<FileContent> {
  try {
    return (await runInWorker(worker, new Uint8Array(await file.arrayBuffer()), limits)) as FileContent;
  } catch (error) {
    if (error instanceof OverLimit)
      throw tooLarge("قراءة هذا الملف تتطلب وقتًا أو ذاكرة أكثر من المسموح. قسّمه إلى ملفات أصغر");
    log.error({ err: error }, "A file to import could not be read");
    throw brokenFile();
  }
}

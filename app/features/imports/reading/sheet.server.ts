import { setImmediate } from "node:timers/promises";
import { DomainError } from "~/domain/domain-error";
import { largestFile } from "~/domain/file-upload";
import { queue } from "~/files/queue.server";
import { OverLimit, runInWorker } from "~/files/worker.server";
import { type Asker, turnsOf, workInTurn } from "~/http/turns.server";
import { log } from "~/log.server";
import { brokenFile, type Line, type SheetContent, type SheetParts, tooLarge } from "./lines.server";
import type { FileContent } from "./worker.server";
import worker from "./worker.server?thread";

/** One file of a user at a time, so that nobody waits for more than one file of each other user. Waiting files are held in memory. */
const takeTurn = turnsOf({ atOnce: 1, waiting: 4 });
/** One file of all users at a time, since each keeps a core busy. */
const inLane = queue(1, 20);
const limits = { megabytes: 96, milliseconds: 20_000 };

/** A sheet of an uploaded file, and the names of others in it that have cells and are not read. */
export type Sheet = SheetParts & { lines: Line[]; others: string[] };

/**
 * Reads an uploaded sheet: XLSX or CSV by content, whatever the file's name is. A thread of its own reads it. Of several sheets it is
 * the first with the best grade.
 * @param gradeOf how well the first lines of a sheet fit what is wanted
 * @throws DomainError unsupported, too_large, invalid; unavailable if too many files wait
 */
export async function readSheet(
  visit: Asker,
  file: File,
  gradeOf: (lines: Line[]) => number,
): Promise<Sheet> {
  if (!file.size) throw new DomainError("invalid", "الملف المختار فارغ");
  if (file.size > largestFile) throw new DomainError("too_large", "حجم الملف أكبر من 10 ميغابايت");
  return workInTurn(takeTurn, visit, async () => {
    const first = await readInLane(file);
    const better = first.others
      .map((other) => ({ ...other, grade: gradeOf(other.lines) }))
      .reduce((best, one) => (one.grade > best.grade ? one : best), {
        place: -1,
        grade: gradeOf(first.lines),
      });
    const names = first.others.filter(({ place }) => place !== better.place).map(({ name }) => name);
    if (better.place < 0) return { ...first, others: names };
    return { ...(await readInLane(file, better.place)), others: [first.name ?? "", ...names] };
  });
}

async function readInLane(file: File, place?: number): Promise<SheetContent> {
  const content = await inLane(() => readApart(file, place));
  if (content.refusal) throw new DomainError(content.refusal.code, content.refusal.sentence);
  const lines: Line[] = [];
  for (const batch of content.batches) {
    lines.push(...JSON.parse(batch));
    await setImmediate(); // lets other requests get their turn
  }
  return { ...content.sheet, lines };
}

async function readApart(file: File, place?: number): Promise<FileContent> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return (await runInWorker(worker, bytes, limits, place === undefined ? [] : [`${place}`])) as FileContent;
  } catch (error) {
    if (error instanceof OverLimit)
      throw tooLarge("قراءة هذا الملف تتطلب وقتًا أو ذاكرة أكثر من المسموح. قسّمه إلى ملفات أصغر");
    log.error({ err: error }, "A file to import could not be read");
    throw brokenFile();
  }
}

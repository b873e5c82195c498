import { setImmediate as pause } from "node:timers/promises";
import { type ListDeed, writeListAuditLog } from "~/auth/audit-log.server";
import { db } from "~/db/knex.server";
import type { ListOrRows } from "~/db/list";
import { readAll } from "~/db/list.server";
import { overloaded } from "~/domain/domain-error";
import { isFilter } from "~/domain/filter-labels";
import { isNamed } from "~/domain/nouns";
import { keepConnectionUntil, whenAnswered } from "~/framework/answers.server";
import { heavyTurn, leaveTurn, nextOrder } from "./turns.server";
import type { Visit } from "./visit";

/*
 * Whole lists: as files, on paper and by call. One costs as much as a hundred pages, so they wait in a queue. They carry personal
 * data out of the office, so each leaves a line in the audit log.
 */

/**
 * `open`: lists written at a time. `openOfUser`: those of one user. `waiting`: requests that may wait for a place. `rowsAtOnce`:
 * rows written before other requests get their turn.
 */
const limits = { open: 24, openOfUser: 8, waiting: 40, rowsAtOnce: 25 };
/**
 * In milliseconds. `standing`: how long a reader may take nothing before the next list goes ahead. `still`: after this time
 * without progress of any list the waiting requests are refused. `look`: the interval of that check.
 */
const timeouts = { standing: 1000, still: 5000, look: 500 };

type Waiter = { userId: number; go: () => void; refuse: (error: Error) => void };

const openOf = new Map<number, number>();
const queue = new Set<Waiter>();
let open = 0;
let lastMove = 0;

const isMoving = () => Date.now() - lastMove < timeouts.still;
const hasPlace = (userId: number) => open < limits.open && (openOf.get(userId) ?? 0) < limits.openOfUser;

function change(userId: number, by: 1 | -1) {
  lastMove = Date.now();
  open += by;
  const own = (openOf.get(userId) ?? 0) + by;
  if (own) openOf.set(userId, own);
  else openOf.delete(userId);
}

/**
 * Takes one of the places for lists until the request is answered. Places are limited, since each list holds a batch of rows in
 * memory for as long as its reader takes.
 * @throws DomainError unavailable while there are too many, and none of them moves
 */
export async function admitList(visit: Pick<Visit, "user" | "request">) {
  const { user, request } = visit;
  leaveTurn(visit);
  if (hasPlace(user.id)) change(user.id, 1);
  else await waitForPlace(user.id, request);
  const leave = () => {
    change(user.id, -1);
    for (const one of queue)
      if (hasPlace(one.userId)) {
        change(one.userId, 1);
        queue.delete(one);
        return one.go();
      }
  };
  if (!whenAnswered(request, leave)) leave();
}

function waitForPlace(userId: number, request: Request) {
  if (queue.size >= limits.waiting || !isMoving()) throw overloaded();
  const place = new Promise<void>((go, refuse) => {
    const one = { userId, go, refuse };
    queue.add(one);
    whenAnswered(request, () => queue.delete(one) && refuse(overloaded()));
  });
  return keepConnectionUntil(request, place);
}

/** Refuses all waiting requests when no list makes progress. */
setInterval(() => {
  if (isMoving()) return;
  for (const one of queue) one.refuse(overloaded());
  queue.clear();
}, timeouts.look).unref();

/**
 * The batches of a list, in the user's turn. A list keeps its turn to the end, unless its reader takes nothing for a while: then
 * the next goes ahead, and the rest of this one waits for another turn. Other requests get their turn between a few rows.
 */
export async function* inTurns<Row>(
  visit: Pick<Visit, "user" | "request">,
  batches: AsyncGenerator<Row[]>,
): AsyncGenerator<Row[]> {
  const order = nextOrder();
  let end: (() => void) | undefined;
  const leave = () => {
    lastMove = Date.now();
    end?.();
    end = undefined;
  };
  try {
    for (;;) {
      end ??= await heavyTurn(visit, order);
      const batch = await batches.next();
      if (batch.done) return;
      for (let start = 0; start < batch.value.length; start += limits.rowsAtOnce) {
        const timer = setTimeout(leave, timeouts.standing);
        yield batch.value.slice(start, start + limits.rowsAtOnce);
        clearTimeout(timer);
        lastMove = Date.now();
        await pause();
      }
    }
  } finally {
    leave();
    await batches.return(undefined);
  }
}

/** A short list as one batch, or a long one in batches. */
export function batchesOf<Row>(rows: ListOrRows<Row> | AsyncGenerator<Row[]>): AsyncGenerator<Row[]> {
  if (rows instanceof Promise) return whole(rows);
  return "matching" in rows ? readAll(rows) : rows;
}

async function* whole<Row>(rows: Promise<Row[]>) {
  yield await rows;
}

/** The present number of a list's rows; undefined for a generator of batches. */
export async function countOf<Row>(
  rows: ListOrRows<Row> | AsyncGenerator<Row[]>,
): Promise<number | undefined> {
  if (rows instanceof Promise) return (await rows).length;
  if (!("matching" in rows)) return undefined;
  if (typeof rows.total === "number") return rows.total;
  const { count } = await db.first({
    count: rows.total ?? db.from(rows.matching.clone().as("matching")).count(),
  });
  return Number(count);
}

/**
 * What the audit log notes about a whole list: the table of its rows, its name, the number of rows, and the number of pages if it
 * was read by page.
 */
export type ListNote = { of?: string; title: string; count?: number; format?: string; pages?: number };

/**
 * Writes a line of the audit log before a list leaves the office: its user, filters and number of rows. A HEAD request
 * carries no rows and leaves no line.
 * @param deed as a file, on paper, or by call
 */
export async function noteList(
  { user, request, url }: Pick<Visit, "user" | "request" | "url">,
  deed: ListDeed,
  { of = "", title, count, format, pages }: ListNote,
) {
  if (request.method === "HEAD") return;
  const filters = [...url.searchParams].filter(
    ([name, value]) => isFilter(name) && !ofPages.includes(name) && value.trim(),
  );
  const facts = {
    ...Object.fromEntries(filters.map(([name, value]) => [name, factOf(name, value)])),
    rows: count,
    pages,
    format,
  };
  await writeListAuditLog(user, deed, { kind: isNamed(of) ? of : "lists", name: title, facts }, request);
}

/** Parameters that choose a page and do not filter. */
const ofPages = ["page", "per_page"];

/** A list is noted once a user has read this many rows of it by page, within this many milliseconds. */
const auditAfter = { rows: 100, within: 60 * 60_000 };

type Pages = { since: number; rows: number; pages: number };
const pagesOf = new Map<string, Pages>();

/**
 * Counts the pages of a list that a user reads, since a list can be taken page by page. More than a hundred rows within an hour,
 * or one page that may hold more, leave one line; then the count begins again. Each process counts for itself. The line has the
 * filters of the last page.
 */
export async function notePage(
  visit: Pick<Visit, "user" | "request" | "url">,
  { of, title }: Pick<ListNote, "of" | "title">,
  { rows, perPage }: { rows: unknown[]; perPage: number },
) {
  if (visit.request.method === "HEAD") return;
  const list = `${visit.user.id} ${of}`;
  const now = Date.now();
  const last = pagesOf.get(list);
  const { since, ...before } =
    last && now - last.since < auditAfter.within ? last : { since: now, rows: 0, pages: 0 };
  const [count, pages] = [before.rows + rows.length, before.pages + 1];
  const isDue = Math.max(count, perPage) > auditAfter.rows;
  if (isDue) pagesOf.delete(list);
  else pagesOf.set(list, { since, rows: count, pages });
  if (isDue) await noteList(visit, "listed", { of, title, count, pages });
}

/** A filter's value in the form in which the audit log keeps columns. */
function factOf(name: string, value: string) {
  if (value === "true" || value === "false") return value === "true";
  if (name.endsWith("_id") && /^\d{1,9}$/.test(value)) return Number(value);
  return value.toWellFormed().replaceAll("\u0000", "").trim().slice(0, 100);
}

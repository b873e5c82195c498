import { overloaded } from "~/domain/domain-error";
import { keepConnectionUntil, requestId, whenAnswered } from "~/framework/answers.server";
import type { Visit } from "./visit";

/*
 * Turns: a limited number of a user's requests is worked on at the same moment. The others wait, the oldest first, and other users'
 * requests are served in between. A request that waits for a turn holds no other turn, so no two can wait for each other
 * (docs/decisions/turns.md).
 */

export type Asker = Pick<Visit, "user" | "request">;
type Limits = {
  /** The requests of a user that are worked on at the same moment. */
  atOnce: number;
  /**
   * The same for a request of a user who has been the only one for a while: there is nobody to wait, and work goes faster in batches.
   * Left out: as many.
   */
  alone?: (asker: Asker) => number;
  /** The requests of a user that may wait. Further ones are refused. */
  waiting: number;
  /** In milliseconds: the waiting requests are refused if no turn of the user has ended for so long. Left out: they wait. */
  still?: number;
};
type Waiter = { asker: Asker; order: number; go: () => void; refuse: (error: Error) => void };
type Line = { working: number; waiting: Waiter[]; lastMove: number };

/** In milliseconds: the interval in which the lines that stand still are looked for. */
const look = 500;
/** In milliseconds: a user is alone if no other one has asked for a turn for so long. */
const memory = 10_000;

let orders = 0;
/** A place in the order in which requests have asked for turns. */
export const nextOrder = () => ++orders;

/**
 * Makes a kind of turn, with a line for each user.
 * @returns a function that waits for a user's turn and gives a function that ends it.
 * It throws DomainError unavailable if too many wait already, if nothing moves, or if the client has gone meanwhile
 */
export function turnsOf({ atOnce, alone = () => atOnce, waiting, still = Number.POSITIVE_INFINITY }: Limits) {
  const lines = new Map<number, Line>();
  let lastUserId: number | undefined;
  let sharedUntil = 0;

  function noteUser(userId: number) {
    if (lastUserId !== undefined && lastUserId !== userId) sharedUntil = Date.now() + memory;
    lastUserId = userId;
  }

  const hasTurn = ({ working }: Line, asker: Asker) =>
    working < (Date.now() < sharedUntil ? atOnce : alone(asker));

  function wait(asker: Asker, line: Line, order: number) {
    if (line.waiting.length >= waiting) throw overloaded();
    const turn = new Promise<void>((go, refuse) => {
      const one = { asker, order, go, refuse };
      line.waiting.push(one);
      line.waiting.sort((one, other) => one.order - other.order);
      whenAnswered(asker.request, () => {
        const place = line.waiting.indexOf(one);
        if (place < 0) return;
        line.waiting.splice(place, 1);
        refuse(overloaded());
      });
    });
    return keepConnectionUntil(asker.request, turn);
  }

  function end(userId: number, line: Line) {
    line.lastMove = Date.now();
    line.working--;
    for (let next = line.waiting[0]; next && hasTurn(line, next.asker); next = line.waiting[0]) {
      line.working++;
      line.waiting.shift();
      next.go();
    }
    if (!line.working) lines.delete(userId);
  }

  if (Number.isFinite(still))
    setInterval(() => {
      for (const line of lines.values())
        if (Date.now() - line.lastMove > still)
          for (const { refuse } of line.waiting.splice(0)) refuse(overloaded());
    }, look).unref();

  return async (asker: Asker, order = nextOrder()) => {
    const userId = asker.user.id;
    const line = lines.get(userId) ?? { working: 0, waiting: [], lastMove: Date.now() };
    lines.set(userId, line);
    noteUser(userId);
    if (hasTurn(line, asker)) line.working++;
    else await wait(asker, line, order);
    let isOver = false;
    return () => {
      if (!isOver) end(userId, line);
      isOver = true;
    };
  };
}

type Turn = Promise<() => void>;

/** Waits for the user's turn of a kind that `turnsOf` has made, works, and ends the turn. */
export async function workInTurn<T>(take: (asker: Asker) => Turn, asker: Asker, work: () => Promise<T>) {
  const end = await take(asker);
  try {
    return await work();
  } finally {
    end();
  }
}

/** A page of many rows costs as much as several others. */
const isLong = ({ request }: Asker) => Number(new URL(request.url).searchParams.get("per_page")) > 50;

const takeTurn = turnsOf({
  ...{ atOnce: 2, waiting: 400, still: 10_000 },
  alone: (asker) => (isLong(asker) ? 2 : 10),
});
/** The turns of the requests under way, by the request's id. */
const turns = new Map<string, Turn>();

/**
 * Waits for the user's turn for a page or a call that reads. The loaders of a page share it. It lasts until the answer is sent, or
 * until the request asks for a heavier turn.
 * @throws DomainError unavailable as `turnsOf` says
 */
export async function turnFor(visit: Asker) {
  const { request } = visit;
  const id = requestId(request);
  const turn = turns.get(id) ?? takeTurn(visit);
  if (!turns.has(id)) {
    turns.set(id, turn);
    if (!whenAnswered(request, () => leaveTurn(visit))) leaveTurn(visit);
  }
  await turn;
}

/** Ends a request's turn early, before it waits for something else. */
export function leaveTurn({ request }: Pick<Asker, "request">) {
  const id = requestId(request);
  turns.get(id)?.then(
    (end) => end(),
    () => {}, // refused: whoever waits for it says so
  );
  turns.delete(id);
}

/** Waits for work that takes long while another request has this one's turn. */
export async function withoutTurn<T>(visit: Asker, work: () => Promise<T>): Promise<T> {
  leaveTurn(visit);
  const result = await keepConnectionUntil(visit.request, work());
  await turnFor(visit);
  return result;
}

/** A print of badges asks for 200 photos at once. Who waits holds no picture yet. */
const takePictureTurn = turnsOf({ atOnce: 1, waiting: 250 });

/** Draws or reads a picture in the user's turn, since one is decoded at a time for all users. */
export const inPictureTurn = <T>(visit: Asker, work: () => Promise<T>) =>
  workInTurn(takePictureTurn, visit, work);

const takeHeavyTurn = turnsOf({ atOnce: 2, waiting: 40 });

/**
 * Waits for the user's turn for work that costs as much as many pages: a whole list, a long print, a report.
 * @param order the place in the line, for work that goes on after a break
 */
export function heavyTurn(visit: Asker, order?: number): Turn {
  leaveTurn(visit);
  return takeHeavyTurn(visit, order);
}

/** A user's turn for a heavy page, which lasts until the page is sent. */
export async function turnForPage(visit: Asker) {
  const end = await heavyTurn(visit);
  if (!whenAnswered(visit.request, end)) end();
}

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";

/*
 * Node's answer to a request, which Remix keeps to itself. Its adapter writes a stream to the line without looking
 * whether the line takes it (see the README beside this).
 */

/** Where the client is: set by the gate on every request, whatever the client sent under this name. */
export const addressHeader = "x-office-client-address";

export const clientAddress = (request: Request) => request.headers.get(addressHeader) ?? "unknown";

/** Set by the gate on every request: names its answer, whatever the client sent under this name. */
const answerHeader = "x-office-answer";
const answers = new Map<string, ServerResponse>();
let requests = 0;

/** How long a reader may take for a part of a list or file, in milliseconds. */
const patience = 60_000;

/** Notes a request's answer until it was sent, or its line is gone. */
export function noteAnswer(request: IncomingMessage, response: ServerResponse) {
  const name = String(++requests);
  request.headers[answerHeader] = name;
  answers.set(name, response);
  response.once("close", () => answers.delete(name));
}

/**
 * What is under way: requests whose body is here, those whose body is still coming, in all and from one address, and
 * the bytes of answers that wait to be taken.
 */
export function underWay(address: string | undefined) {
  const sums = { complete: 0, coming: 0, comingFromThere: 0, untakenBytes: 0 };
  for (const { req, writableLength } of answers.values()) {
    if (req.complete) sums.complete++;
    else {
      sums.coming++;
      if (req.headers[addressHeader] === address) sums.comingFromThere++;
    }
    sums.untakenBytes += writableLength;
  }
  return sums;
}

const answerTo = (request: Request) => answers.get(request.headers.get(answerHeader) ?? "");

/**
 * Does the work once the request's answer was sent, or its line is gone.
 * @returns whether that is still to come
 */
export const whenAnswered = (request: Request, work: () => void) =>
  Boolean(answerTo(request)?.once("close", work));

/** Closes the line behind the answer: what is still to come of the request's body may never come. */
export function closeAfterAnswer(request: Request) {
  answerTo(request)?.setHeader("Connection", "close");
}

/**
 * Waits until the client has taken what was written to it, which the framework does not: it would keep a whole list or
 * file in memory for a client that reads slowly. One that takes too long is cut off.
 * @returns whether the client is still there
 */
export async function untilTaken(request: Request) {
  const answer = answerTo(request);
  if (answer?.writableNeedDrain) {
    await new Promise<void>((resolve) => {
      const cut = setTimeout(() => answer.destroy(), patience);
      const done = () => {
        clearTimeout(cut);
        answer.off("drain", done).off("close", done);
        resolve();
      };
      answer.on("drain", done).on("close", done);
    });
  }
  return answer !== undefined && !answer.destroyed;
}

/** A file no faster than the client takes it, so that a slow line holds a piece of it and not the whole. */
export async function* asTaken(request: Request, file: Readable) {
  for await (const piece of file) {
    yield piece;
    if (!(await untilTaken(request))) return;
  }
}

import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/* Node's answer to a request, which Remix keeps to itself: it hands its routes copies of the request. */

/** Where the client is: set by the gate on every request, whatever the client sent under this name. */
export const addressHeader = "x-office-client-address";

export const clientAddress = (request: Request) => request.headers.get(addressHeader) ?? "unknown";

/** Set by the gate when the client speaks https, through a proxy that TRUST_PROXY trusts. */
export const schemeHeader = "x-office-scheme";

/** Set by the gate on every request, whatever the client sent under this name; sent back as X-Request-Id. */
const idHeader = "x-office-request-id";

/** The id under which the log tells of a request. */
export const requestId = (request: Request) => request.headers.get(idHeader) ?? "";

/** What is known of a request beside its answer. */
type Answer = { response: ServerResponse; userId?: number };
const answers = new Map<string, Answer>();

/** Notes a request's answer until it was sent, or its line is gone; then tells by whom it was sent. */
export function noteAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  closed: (id: string, userId: number | undefined) => void,
) {
  const id = randomUUID().slice(-12);
  const answer: Answer = { response };
  request.headers[idHeader] = id;
  response.setHeader("X-Request-Id", id);
  answers.set(id, answer);
  response.once("close", () => {
    answers.delete(id);
    closed(id, answer.userId);
  });
}

/** Notes who sends a request, for the log. */
export function noteUser(request: Request, userId: number) {
  const answer = answerTo(request);
  if (answer) answer.userId = userId;
}

/** How many requests are not answered yet. */
export const answersDue = () => answers.size;

/**
 * What is under way: requests whose body is here, those whose body is still coming, in all and from one address, and
 * the bytes of answers that wait to be taken.
 */
export function underWay(address: string | undefined) {
  const sums = { complete: 0, coming: 0, comingFromThere: 0, untakenBytes: 0 };
  for (const { response } of answers.values()) {
    const { req, writableLength } = response;
    if (req.complete) sums.complete++;
    else {
      sums.coming++;
      if (req.headers[addressHeader] === address) sums.comingFromThere++;
    }
    sums.untakenBytes += writableLength;
  }
  return sums;
}

const answerTo = (request: Request) => answers.get(requestId(request));

/**
 * Does the work once the request's answer was sent, or its line is gone.
 * @returns whether that is still to come
 */
export const whenAnswered = (request: Request, work: () => void) =>
  Boolean(answerTo(request)?.response.once("close", work));

/** Closes the line behind the answer: what is still to come of the request's body may never come. */
export function closeAfterAnswer(request: Request) {
  answerTo(request)?.response.setHeader("Connection", "close");
}

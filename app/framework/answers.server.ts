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

/** Set by the gate where a route is asked for as a page's data, whatever the client sent under this name. */
export const dataHeader = "x-office-as-data";

/** The id of a request in the log. */
export const requestId = (request: Request) => request.headers.get(idHeader) ?? "";

/** What is known of a request beside its answer. */
type Answer = { response: ServerResponse; userId?: number };
const answers = new Map<string, Answer>();

/** Requests that were answered while their body was still coming: what is still to come takes time, too. */
const drained = new Set<IncomingMessage>();

/** Notes a request's answer until it is sent or its connection closes, and then reports the user of the request. */
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
    if (!request.complete && !request.socket.destroyed) noteDrained(request);
    closed(id, answer.userId);
  });
}

function noteDrained(request: IncomingMessage) {
  const forget = () => drained.delete(request);
  drained.add(request);
  request.once("end", forget);
  request.socket.once("close", forget);
}

/** Notes who sends a request, for the log. */
export function noteUser(request: Request, userId: number) {
  const answer = answerTo(request);
  if (answer) answer.userId = userId;
}

/** How many requests are not answered yet. */
export const answersDue = () => answers.size;

/**
 * What is under way: requests whose body is here, those whose body is still coming, also behind an answer, in all and from
 * one address, and of both the ones without a cookie of ours, and the bytes of answers that wait to be taken.
 */
export function underWay(address: string | undefined) {
  const sums = {
    complete: 0,
    coming: 0,
    comingFromThere: 0,
    strangers: 0,
    strangersFromThere: 0,
    pendingBytes: 0,
  };
  const count = (request: IncomingMessage) => {
    const isFromThere = request.headers[addressHeader] === address;
    sums.coming++;
    if (isFromThere) sums.comingFromThere++;
    if (!isStranger(request)) return;
    sums.strangers++;
    if (isFromThere) sums.strangersFromThere++;
  };
  for (const { response } of answers.values()) {
    if (response.req.complete) sums.complete++;
    else count(response.req);
    sums.pendingBytes += response.writableLength;
  }
  for (const request of drained) count(request);
  return sums;
}

/** Whether a request names no session; one that it names may be none. */
export const isStranger = ({ headers }: IncomingMessage) => !headers.cookie?.includes("office_session=");

const answerTo = (request: Request) => answers.get(requestId(request));

/**
 * Runs the work once the request's answer is sent or its connection closes.
 * @returns whether that is still to come
 */
export const whenAnswered = (request: Request, work: () => void) =>
  Boolean(answerTo(request)?.response.once("close", work));

/** How long a connection may be idle, in milliseconds. Tests make it short. */
export const connectionTimeout = Number(process.env.LINE_SILENCE_MS) || 30_000;

/** Waits for work that may take longer than a connection may be idle, and keeps the request's connection open meanwhile. */
export async function keepConnectionUntil<T>(request: Request, work: Promise<T>): Promise<T> {
  const { socket } = answerTo(request)?.response.req ?? {};
  const timer = setInterval(() => socket?.setTimeout(socket.timeout ?? 0), connectionTimeout / 3);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** Closes the connection after the answer, since the rest of the request's body may never come. */
export function closeAfterAnswer(request: Request) {
  answerTo(request)?.response.setHeader("Connection", "close");
}

import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/* Finds Node's answer to a request. Remix gives its routes only copies of the request. */

/** The client's address. The gate sets it on every request, so a client cannot forge it. */
export const addressHeader = "x-office-client-address";

export const clientAddress = (request: Request) => request.headers.get(addressHeader) ?? "unknown";

/** Says that the client speaks https through a proxy that TRUST_PROXY trusts. The gate sets it. */
export const schemeHeader = "x-office-scheme";

/** The request's id, which is sent back as X-Request-Id. The gate sets it on every request, so a client cannot forge it. */
const idHeader = "x-office-request-id";

/** Says that the browser fetches a page's data. The gate sets it, so a client cannot forge it. */
export const dataHeader = "x-office-as-data";

/** The id of a request in the log. */
export const requestId = (request: Request) => request.headers.get(idHeader) ?? "";

/** Node's answer to a request, and the user who sent the request. */
type Answer = { response: ServerResponse; userId?: number };
const answers = new Map<string, Answer>();

/** Requests that have an answer but whose body still arrives. They still cost time. */
const lateRequests = new Set<IncomingMessage>();

/** Keeps a request's answer until it is sent or its connection closes. Then it calls `closed` with the request's user. */
export function noteAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  onClose: (id: string, userId: number | undefined) => void,
) {
  const id = randomUUID().slice(-12);
  const answer: Answer = { response };
  request.headers[idHeader] = id;
  response.setHeader("X-Request-Id", id);
  answers.set(id, answer);
  response.once("close", () => {
    answers.delete(id);
    if (!request.complete && !request.socket.destroyed) noteLateRequest(request);
    onClose(id, answer.userId);
  });
}

function noteLateRequest(request: IncomingMessage) {
  const forget = () => lateRequests.delete(request);
  lateRequests.add(request);
  request.once("end", forget);
  request.socket.once("close", forget);
}

/** Notes the user of a request for the log. */
export function noteUser(request: Request, userId: number) {
  const answer = answerTo(request);
  if (answer) answer.userId = userId;
}

/** The number of requests without an answer. */
export const answersDue = () => answers.size;

/**
 * Counts the requests whose body is complete and those whose body still arrives, from all addresses and from one. Of the latter
 * it also counts those without our session cookie. `pendingBytes` are the bytes of answers that clients have not taken yet.
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
  for (const request of lateRequests) count(request);
  return sums;
}

/** Whether a request has no session cookie. A cookie of an ended session counts as one. */
export const isStranger = ({ headers }: IncomingMessage) => !headers.cookie?.includes("office_session=");

const answerTo = (request: Request) => answers.get(requestId(request));

/**
 * Runs the work once the request's answer is sent or its connection closes.
 * @returns false if the connection is already closed; the work then never runs
 */
export const whenAnswered = (request: Request, work: () => void) =>
  Boolean(answerTo(request)?.response.once("close", work));

/** How long a connection may be idle, in milliseconds. Tests make it short. */
export const connectionTimeout = Number(process.env.CONNECTION_TIMEOUT_MS) || 30_000;

/** Waits for work that may take longer than `connectionTimeout`, and keeps the request's connection open meanwhile. */
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

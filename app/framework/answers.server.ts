import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "~/domain/networks.server";

/* Finds Node's answer to a request. Remix gives its routes only copies of the request. */

/** The client's address. The gate sets it on every request, so a client cannot forge it. */
export const addressHeader = "x-office-client-address";

export const clientAddress = (request: Request) => request.headers.get(addressHeader) ?? "unknown";

/** The sender's share of what all have together: an address, or a network that one sender may own. The gate sets it. */
export const shareHeader = "x-office-share";

/** Says that the client speaks https through a proxy that TRUST_PROXY trusts. The gate sets it. */
export const schemeHeader = "x-office-scheme";

/** The request's id, which is sent back as X-Request-Id. The gate sets it on every request, so a client cannot forge it. */
const idHeader = "x-office-request-id";

/** Says that the browser fetches a page's data. The gate sets it, so a client cannot forge it. */
export const dataHeader = "x-office-as-data";

/** The id of a request in the log. */
export const requestId = (request: Request) => request.headers.get(idHeader) ?? "";

/** Node's answer to a request, the user who sent the request, and what is to be done when the answer has ended. */
type Answer = {
  id: string;
  request: IncomingMessage;
  response: ServerResponse;
  userId?: number;
  works: (() => void)[];
};
const answers = new Map<string, Answer>();

/** What a connection has: the answer that has not ended, and the beginning of the next one, whose request waits. */
type Line = { answer?: Answer; next?: () => void };
const lines = new WeakMap<Socket, Line>();

/** Requests that have an answer but whose body still arrives, by their connections. They still cost time. */
const lateRequests = new Map<Socket, IncomingMessage>();

/**
 * Begins a request's answer, and keeps it until it is sent or its connection closes. Then it calls `onEnd` with the request's user.
 *
 * A connection has one request at a time. A second one waits. A client that sends a third does not wait for its answers, which no
 * browser does: its connection is closed.
 */
export function noteAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  begin: () => void,
  onEnd: (id: string, userId: number | undefined) => void,
) {
  const { socket } = request;
  const line = lineOf(socket);
  if (line.next) socket.destroy();
  if (socket.destroyed) return;
  if (line.answer) {
    line.next = () => noteAnswer(request, response, begin, onEnd);
    return;
  }
  const id = randomUUID().slice(-12);
  const answer: Answer = { id, request, response, works: [] };
  answer.works.push(() => onEnd(id, answer.userId));
  request.headers[idHeader] = id;
  response.setHeader("X-Request-Id", id);
  answers.set(id, answer);
  line.answer = answer;
  response.once("close", () => {
    if (!request.complete && !socket.destroyed) noteLateRequest(request);
    end(answer);
    const { next } = line;
    Object.assign(line, { answer: undefined, next: undefined });
    if (socket.writable) next?.();
  });
  begin();
}

/** The state of a connection. Its answer ends with it, also if Node does not say that the answer is closed. */
function lineOf(socket: Socket) {
  const before = lines.get(socket);
  if (before) return before;
  const line: Line = {};
  lines.set(socket, line);
  socket.once("close", () => {
    lateRequests.delete(socket);
    if (line.answer) end(line.answer);
  });
  return line;
}

function end(answer: Answer) {
  if (!answers.delete(answer.id)) return;
  for (const work of answer.works) work();
}

function noteLateRequest(request: IncomingMessage) {
  lateRequests.set(request.socket, request);
  request.once("end", () => lateRequests.delete(request.socket));
}

/** Notes the user of a request, for the log and for the user's share of what all users have together. */
export function noteUser(request: Request, userId: number) {
  const answer = answerTo(request);
  if (answer) answer.userId = userId;
}

/** Who sent a request: a user's number, or else a stranger's network. */
export const senderOf = (request: Request) => answerTo(request)?.userId ?? networkOf(clientAddress(request));

/** The answers that have not ended. */
export const answersUnderWay = (): Iterable<Pick<Answer, "request" | "response">> => answers.values();

/** The number of requests without an answer. */
export const answersDue = () => answers.size;

/** Whether an answer on a connection has begun, so that nothing else can be written there. */
export const hasAnswerBegun = (socket: Socket) => Boolean(lines.get(socket)?.answer?.response.headersSent);

/** Requests whose body still arrives, those before that are answered already first, then the oldest. */
export function* arriving(): Iterable<IncomingMessage> {
  yield* lateRequests.values();
  for (const { request } of answers.values()) if (!request.complete) yield request;
}

/**
 * Counts the requests whose body is complete and those whose body still arrives, and the bytes of answers that clients have not
 * taken yet. `fromThere` counts the same for one address.
 */
export function underWay(address: string | undefined) {
  const [all, fromThere] = [noRequests(), noRequests()];
  const note = (request: IncomingMessage, bytes: number) => {
    for (const sums of request.headers[shareHeader] === address ? [all, fromThere] : [all]) {
      sums.pendingBytes += bytes;
      if (request.complete) sums.complete++;
      else sums.coming++;
    }
  };
  for (const request of lateRequests.values()) note(request, 0);
  for (const { request, response } of answers.values()) note(request, response.writableLength);
  return { ...all, fromThere };
}

const noRequests = () => ({ complete: 0, coming: 0, pendingBytes: 0 });

const answerTo = (request: Request) => answers.get(requestId(request));

/**
 * Runs the work once the request's answer is sent or its connection closes.
 * @returns false if the connection is already closed; the work then never runs
 */
export const whenAnswered = (request: Request, work: () => void) =>
  Boolean(answerTo(request)?.works.push(work));

/** How long a connection may be idle, in milliseconds. Tests make it short. */
export const connectionTimeout = Number(process.env.CONNECTION_TIMEOUT_MS) || 30_000;

/** Waits for work that may take longer than `connectionTimeout`, and keeps the request's connection open meanwhile. */
export async function keepConnectionUntil<T>(request: Request, work: Promise<T>): Promise<T> {
  const socket = answerTo(request)?.request.socket;
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

import type { IncomingMessage } from "node:http";
import { hasSessionCookie } from "~/auth/session.server";
import {
  answersUnderWay,
  arriving,
  connectionTimeout,
  shareHeader,
  underWay,
} from "~/framework/answers.server";
import { mostConnections, openConnections } from "./connections.server";

const mega = 1024 * 1024;
/** Requests beyond these limits are refused at once (docs/decisions/bounds.md). */
const limits = { complete: 1000, coming: 800, pendingBytes: 64 * mega };
/** The limits of one address, but of a private one only the first. */
const limitsOfAddress = { coming: 100, complete: mostConnections.ofAddress, pendingBytes: 16 * mega };
/** Bodies of strangers that arrive: in all, and from one address. */
const limitsOfStrangers = { coming: 100, ofAddress: 20 };

/**
 * Whether too many requests are under way to take this one. Senders who never finish their bodies can only keep others from sending;
 * reading goes on.
 * @param isFromPrivate whether the request comes from a private address: a proxy bounds the strangers behind it
 */
export function isOverloaded(request: IncomingMessage, isReading: boolean, isFromPrivate: () => boolean) {
  const { fromThere, ...all } = underWay(String(request.headers[shareHeader]));
  const isFull = all.complete > limits.complete;
  const bodiesAreTooMany = all.coming > limits.coming;
  noteRefusals(isFull || bodiesAreTooMany);
  if (all.pendingBytes > limits.pendingBytes / 2) hurryReaders();
  if (isFull || all.pendingBytes > limits.pendingBytes) return true;
  const { complete, pendingBytes } = limitsOfAddress;
  const isFullForOne = fromThere.complete > complete || fromThere.pendingBytes > pendingBytes;
  if (isFullForOne && !isFromPrivate()) return true;
  if (isReading) return false;
  if (bodiesAreTooMany || fromThere.coming > limitsOfAddress.coming) return true;
  return isStranger(request) && areTooMany(request);
}

const isStranger = (request: IncomingMessage) => !hasSessionCookie(request);

/**
 * Whether too many bodies of strangers arrive from a request's address. If too many arrive in all, those that have taken longest are
 * cut off: a login takes a moment, so that one is never among them.
 */
function areTooMany({ headers }: IncomingMessage) {
  const bodies = [...arriving()].filter(isStranger);
  const fromThere = bodies.filter((body) => body.headers[shareHeader] === headers[shareHeader]);
  if (fromThere.length > limitsOfStrangers.ofAddress) return true;
  for (const { socket } of bodies.slice(0, Math.max(bodies.length - limitsOfStrangers.coming, 0)))
    socket.destroy();
  return false;
}

/** Closes sooner those connections whose clients take nothing of their answers. */
function hurryReaders() {
  const timeout = connectionTimeout / 6;
  for (const { request, response } of answersUnderWay())
    if (response.writableLength && request.socket.timeout !== timeout) request.socket.setTimeout(timeout);
}

/** After this time, in milliseconds, in which the counts refused requests although few connections were open, the counts are wrong. */
const patience = 30_000;
let refusingSince = Number.POSITIVE_INFINITY;

/**
 * Compares the counts of requests with the number of open connections, which is counted apart. A connection has two requests at
 * most, so with few connections the counts cannot be right.
 * @param isRefusing whether requests are refused by the number of those under way
 */
export function noteRefusals(isRefusing: boolean, connections = openConnections(), now = Date.now()) {
  const isWrong = isRefusing && connections < limits.coming / 2;
  refusingSince = isWrong ? Math.min(refusingSince, now) : Number.POSITIVE_INFINITY;
  if (isStuck(now)) process.send?.({ isStuck: true }); // the supervisor restarts this process (scripts/processes.js)
}

/** Whether this process has refused requests for long although it has nothing to do: only a restart helps. */
export const isStuck = (now = Date.now()) => now - refusingSince > patience;

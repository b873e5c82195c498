import type { IncomingMessage, ServerResponse } from "node:http";
import { refusalPage } from "./plain-page.server";
import { gateRefusal } from "./refusals.server";
import { retryAfter } from "./status";

type Answer = { status: number; type: string; body: string };

const answers = new Map<string, Answer>(
  [413, 503].flatMap((status) => {
    const { message } = gateRefusal(String(status));
    const json = JSON.stringify({ error: message, message });
    return [
      [`/refused/${status}`, { status, type: "text/html", body: refusalPage(status, message) }],
      [`/api/refused/${status}`, { status, type: "application/json", body: json }],
    ];
  }),
);

/** How long the sender of an unread body has to read the answer, in milliseconds. */
const patience = 2000;

/** Whether the gate has refused a request that is answered without reading its body. */
export const hasInstantRefusal = ({ url = "" }: IncomingMessage) => answers.has(url);

/**
 * Answers a request that the gate refused because of too many requests or a too large login. It bypasses the framework, which
 * would take a hundred times as long.
 * @returns whether it was such a request
 */
export function sendInstantRefusal(request: IncomingMessage, response: ServerResponse) {
  const answer = answers.get(request.url ?? "");
  if (!answer) return false;
  if (!request.complete) leaveUnread(request, response);
  response.writeHead(answer.status, {
    "Content-Type": `${answer.type}; charset=utf-8`,
    "Content-Length": Buffer.byteLength(answer.body),
    "Cache-Control": "private, no-store",
    ...retryAfter(answer.status),
  });
  response.end(answer.body);
  return true;
}

/**
 * Leaves a body unread beyond the buffer, so that the full connection stops its sender: reading the bodies of many senders would
 * cost time too. The writing side closes after the answer. The connection stays open until the sender has read it.
 */
function leaveUnread(request: IncomingMessage, response: ServerResponse) {
  const { socket } = request;
  response.setHeader("Connection", "close");
  socket.destroySoon = () => socket.end();
  setTimeout(() => socket.destroy(), patience).unref();
  // Node reads and drops a body without a listener, but not one with a `readable` listener.
  request.on("readable", () => {}).read();
}

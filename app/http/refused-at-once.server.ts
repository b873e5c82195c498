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

/** How long the sender of a body that nobody reads has to find the answer, in milliseconds. */
const patience = 2000;

/** Whether the gate has refused a request for which an answer lies ready: what it still sends is not read. */
export const isRefusedAtOnce = ({ url = "" }: IncomingMessage) => answers.has(url);

/**
 * Answers what the gate has refused since there are too many, or a login since it is too large, past the framework, which would
 * need a hundred times as long.
 * @returns whether it was such a one
 */
export function sendRefused(request: IncomingMessage, response: ServerResponse) {
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
 * Takes no more of a body than a request buffers, so that the line holds its sender back: reading what many send at once would
 * be work, too. The line is closed for writing behind the answer, and stands until its sender has found that.
 */
function leaveUnread(request: IncomingMessage, response: ServerResponse) {
  const { socket } = request;
  response.setHeader("Connection", "close");
  socket.destroySoon = () => socket.end();
  setTimeout(() => socket.destroy(), patience).unref();
  // A body that nobody has asked for is read and dropped by Node; one that is read by hand is not.
  request.on("readable", () => {}).read();
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { refusalPage } from "./plain-page.server";
import { gateRefusal } from "./refusals.server";
import { retryAfter } from "./status";

const status = 503;
const { message } = gateRefusal(String(status));
const answers = new Map([
  [`/refused/${status}`, { type: "text/html", body: refusalPage(status, message) }],
  [`/api/refused/${status}`, { type: "application/json", body: JSON.stringify({ error: message, message }) }],
]);

/** Whether the gate has refused a request since there are too many. */
export const isSentAtOnce = ({ url = "" }: IncomingMessage) => answers.has(url);

/**
 * Answers what the gate has refused since there are too many, past the framework, which would need a hundred times as long.
 * @returns whether it was such a one
 */
export function sendOverloaded(request: IncomingMessage, response: ServerResponse) {
  const answer = answers.get(request.url ?? "");
  if (!answer) return false;
  response.writeHead(status, {
    "Content-Type": `${answer.type}; charset=utf-8`,
    "Cache-Control": "private, no-store",
    ...(!request.complete && { Connection: "close" }),
    ...retryAfter(status),
  });
  response.end(answer.body);
  return true;
}

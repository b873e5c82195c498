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

/** Whether the gate has refused a request since there are too many: what it still sends is not read. */
export const isLeftUnread = ({ url = "" }: IncomingMessage) => answers.get(url)?.status === 503;

/**
 * Answers what the gate has refused since there are too many, or a login since it is too large, past the framework, which would
 * need a hundred times as long.
 * @returns whether it was such a one
 */
export function sendRefused(request: IncomingMessage, response: ServerResponse) {
  const answer = answers.get(request.url ?? "");
  if (!answer) return false;
  response.writeHead(answer.status, {
    "Content-Type": `${answer.type}; charset=utf-8`,
    "Cache-Control": "private, no-store",
    ...(!request.complete && isLeftUnread(request) && { Connection: "close" }),
    ...retryAfter(answer.status),
  });
  response.end(answer.body);
  return true;
}

import { EventEmitter } from "node:events";
import type { SessionUser } from "~/domain/permissions";
import { noteAnswer } from "~/framework/answers.server";

/** A visit by a browser; `answered` sends its answer. */
export function visitOf(id: number, more: Partial<SessionUser> = {}) {
  const socket = Object.assign(new EventEmitter(), { timeout: 1, setTimeout() {} });
  const line = Object.assign(new EventEmitter(), { setHeader() {} });
  const headers: Record<string, string> = {};
  noteAnswer(
    { headers, complete: true, socket } as never,
    line as never,
    () => {},
    () => {},
  );
  const request = new Request("http://localhost/", { headers });
  return { user: { ...more, id } as SessionUser, request, answered: () => line.emit("close") };
}

import { isConnectionLost } from "~/ui/page/error-page";

/* Faults of the page's scripts: the server's log has each of them once. */

/** Reports at most so many faults of a page. */
const most = 5;
const reported = new Set<string>();

/** Sends a fault to the server's log (http/script-errors.ts). */
export function reportFault(error: unknown) {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  if (reported.has(message) || reported.size === most) return;
  reported.add(message);
  const body = JSON.stringify({ message, stack });
  const headers = { "Content-Type": "application/json" };
  fetch("/api/script-errors", { method: "POST", headers, body, keepalive: true }).catch(() => {});
}

/**
 * Reports what the office's own scripts throw outside of React. Extensions have scripts of their own, which are none of ours. An answer
 * that breaks off, because the line is dead or the page is left («Error in input stream» in Firefox), is no fault of a script.
 */
export function watchFaults() {
  const isOurs = (stack: unknown) => String(stack).includes(`${location.origin}/assets/`);
  addEventListener("error", ({ error, filename }) => {
    if (isOurs(error?.stack ?? filename)) reportFault(error);
  });
  addEventListener("unhandledrejection", ({ reason }) => {
    if (isOurs(reason?.stack) && !isConnectionLost(reason)) reportFault(reason);
  });
}

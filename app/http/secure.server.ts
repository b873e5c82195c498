import { retryAfter } from "./status";

/** The policy of answers that show and run nothing: calls, files, scripts. */
export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Sets the headers of every answer that a browser shows, beside those that the gate sets on every answer. */
export function secure(headers: Headers, status: number) {
  for (const [name, value] of Object.entries(retryAfter(status))) headers.set(name, value);
  if (status === 405 && !headers.has("Allow")) headers.set("Allow", "GET"); // a page without a form
  // after a logout, Back shows nothing from the browser's memory
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
}

import { retryAfter } from "./status";

/** The policy of what shows nothing and runs nothing: calls, files, scripts themselves. */
export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The headers that whatever a browser shows goes out with, beside those that the gate gives every answer. */
export function secure(headers: Headers, status: number) {
  for (const [name, value] of Object.entries(retryAfter(status))) headers.set(name, value);
  if (status === 405 && !headers.has("Allow")) headers.set("Allow", "GET"); // a page without a form
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store"); // after a logout, Back shows nothing
}

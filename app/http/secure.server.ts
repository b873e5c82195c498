import { retryAfter } from "./status";

/** The headers that whatever a browser shows goes out with, beside those that the gate gives every answer. */
export function secure(headers: Headers, status: number) {
  for (const [name, value] of Object.entries(retryAfter(status))) headers.set(name, value);
  if (status === 405 && !headers.has("Allow")) headers.set("Allow", "GET"); // a page without a form
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store"); // after a logout, Back shows nothing
}

import { retryAfter } from "./status";

/** The policy of answers that show and run nothing: calls, files, scripts. */
export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The headers of every answer, also of static files and of refusals. OWASP's ASVS 5 asks for them at level 2 (SECURITY.md). Pages and
 * files have a Content-Security-Policy of their own.
 */
export const headersOfEveryAnswer = [
  ["Content-Security-Policy", closedPolicy],
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "same-origin"],
  ["X-Frame-Options", "DENY"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
] as const;

/** Sets the headers of every answer that a browser shows, beside those that the gate sets on every answer. */
export function secure(headers: Headers, status: number) {
  for (const [name, value] of Object.entries(retryAfter(status))) headers.set(name, value);
  if (status === 405 && !headers.has("Allow")) headers.set("Allow", "GET"); // a page without a form
  // after a logout, Back shows nothing from the browser's memory
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
}

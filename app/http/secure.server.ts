import { schemeHeader } from "./gate.server";
import { retryAfter } from "./status";

/** The headers that whatever a browser shows goes out with: pages, their data, refusals and files. */
export function secure(headers: Headers, request: Request, status: number) {
  for (const [name, value] of Object.entries(retryAfter(status))) headers.set(name, value);
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "same-origin");
  headers.set("X-Frame-Options", "DENY");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store"); // after a logout, Back shows nothing
  if (request.headers.get(schemeHeader) === "https")
    headers.set("Strict-Transport-Security", "max-age=31536000");
}

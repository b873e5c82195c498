import type { IncomingHttpHeaders } from "node:http";
import { schemeHeader } from "~/framework/answers.server";

/*
 * Over https the browser knows each of our cookies as `__Host-…`. A browser accepts such a cookie from this host alone, so no
 * neighbouring site can set it. Our code uses the names without the prefix.
 */
const prefix = "__Host-";

/** A request's cookies without the prefix. Over https it drops those without the prefix, since other hosts can set them. */
export function cookiesOfThisHost(headers: IncomingHttpHeaders) {
  if (!headers.cookie) return;
  const isSecure = headers[schemeHeader] === "https";
  headers.cookie = headers.cookie
    .split("; ")
    .filter((cookie) => !isSecure || cookie.startsWith(prefix))
    .map((cookie) => (cookie.startsWith(prefix) ? cookie.slice(prefix.length) : cookie))
    .join("; ");
}

/** Marks the answer's cookies as this host's, if the client speaks https. */
export function withCookiesOfThisHost(request: Request, response: Response) {
  const cookies = response.headers.getSetCookie();
  if (!cookies.length || request.headers.get(schemeHeader) !== "https") return response;
  response.headers.delete("Set-Cookie");
  for (const cookie of cookies) response.headers.append("Set-Cookie", `${prefix}${cookie}; Secure`);
  return response;
}

/** The value of a cookie that the page's scripts have set (shell/script-cookie.ts); undefined without one, or if it is garbled. */
export function scriptCookieOf({ headers }: Request, name: string) {
  const start = `${name}=`;
  const cookie = headers
    .get("Cookie")
    ?.split("; ")
    .find((one) => one.startsWith(start));
  try {
    return cookie && decodeURIComponent(cookie.slice(start.length));
  } catch {
    return undefined;
  }
}

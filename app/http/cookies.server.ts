import type { IncomingHttpHeaders } from "node:http";
import { schemeHeader } from "~/framework/answers.server";

/*
 * Over https every cookie of ours is named `__Host-…` on the line, and nowhere else: a browser takes such a one from this
 * host alone, so that no neighbouring site can plant it.
 */
const prefix = "__Host-";

/** The cookies of a request by the names that the office knows them by; over https those that others can set are dropped. */
export function cookiesOfThisHost(headers: IncomingHttpHeaders) {
  if (!headers.cookie) return;
  const isSecure = headers[schemeHeader] === "https";
  headers.cookie = headers.cookie
    .split("; ")
    .filter((cookie) => !isSecure || cookie.startsWith(prefix))
    .map((cookie) => (cookie.startsWith(prefix) ? cookie.slice(prefix.length) : cookie))
    .join("; ");
}

/** The answer, its cookies for this host and https alone where the client speaks https. */
export function withCookiesOfThisHost(request: Request, response: Response) {
  const cookies = response.headers.getSetCookie();
  if (!cookies.length || request.headers.get(schemeHeader) !== "https") return response;
  response.headers.delete("Set-Cookie");
  for (const cookie of cookies) response.headers.append("Set-Cookie", `${prefix}${cookie}; Secure`);
  return response;
}

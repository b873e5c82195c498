import type { IncomingMessage, ServerResponse } from "node:http";
import {
  addressHeader,
  connectionTimeout,
  dataHeader,
  isStranger,
  noteAnswer,
  schemeHeader,
  underWay,
} from "~/framework/answers.server";
import { largestLogin } from "./body.server";
import { cookiesOfThisHost } from "./cookies.server";
import { isForHeld } from "./held-address.server";
import { sendCompressed } from "./precompressed.server";
import { isRefusedAtOnce } from "./refused-at-once.server";
import { watchRequest } from "./requests.server";
import { closedPolicy } from "./secure.server";

/** Beyond these a request is refused at once (docs/decisions/bounds.md). */
const mega = 1024 * 1024;
const limits = {
  complete: 400,
  coming: 800,
  comingFromOneAddress: 100,
  comingFromStrangersThere: 20,
  comingFromStrangers: 100,
  pendingBytes: 64 * mega,
  drainedBytes: 256 * mega,
};
/** How long a line may stand still behind an answer, and an answer take in all; in milliseconds. */
const patience = { silenceAfterAnswer: 5_000, answer: 10 * 60_000 };

const readingMethods = ["GET", "HEAD"];
const methodsOfScreens = [...readingMethods, "POST"];
const methodsOfCalls = [...methodsOfScreens, "PUT", "PATCH", "DELETE"];

/**
 * The middleware that every request passes first, in the server (scripts/serve.js) and in the development server
 * (vite.config.ts); docs/decisions/gate.md. A request that is refused gets the address of the route `refused`, which answers
 * with the status. Forwarding headers are believed only behind a trusted proxy.
 */
export function gate(request: IncomingMessage, response: ServerResponse, next: () => void) {
  pass(request, response);
  next();
}

function pass(request: IncomingMessage, response: ServerResponse) {
  const { headers, method = "" } = request;
  noteAnswer(request, response, watchRequest(request, response));
  const timeout = setTimeout(() => response.destroy(), patience.answer).unref();
  request.socket.setTimeout(connectionTimeout);
  response.once("finish", () => drain(request)).once("close", () => clearTimeout(timeout));
  const trustsProxy = Boolean(process.env.TRUST_PROXY) && process.env.TRUST_PROXY !== "0";
  const forwarded = (name: string) =>
    trustsProxy
      ? String(headers[name] ?? "")
          .split(",")
          .at(-1)
          ?.trim()
      : "";

  const scheme = forwarded("x-forwarded-proto")?.toLowerCase();
  const address = forwarded("x-forwarded-for") || request.socket.remoteAddress || "unknown";
  headers[addressHeader] = address.replace(/^::ffff:(?=[\d.]+$)/i, ""); // IPv4 on a socket that listens to both
  headers[schemeHeader] = scheme || "http";
  cookiesOfThisHost(headers);
  for (const [name, value] of headersOfEveryAnswer) response.setHeader(name, value);
  if (scheme === "https")
    response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  headers.host = forwarded("x-forwarded-host") || headers.host || "localhost";
  delete headers["x-forwarded-host"];

  const path = request.url ?? "";
  const url = readAddress(headers.host, path);
  if (!url) {
    headers.host = "localhost";
    return refuse(request, 400);
  }
  if (isLargeLogin(request, url.pathname)) return refuse(request, 413);
  if (isOverloaded(request) && url.pathname !== "/healthz") return refuse(request, 503);
  // Single fetch needs no ?_data=, which would run a route's code past its parents and the framework's own checks.
  if (url.searchParams.has("_data")) url.searchParams.delete("_data");
  if (url.pathname.endsWith(".data")) headers[dataHeader] = "1";
  else delete headers[dataHeader];
  request.url = url.pathname + url.search; // as it is judged here, without what else it could be taken for
  if (!readingMethods.includes(method) && isForeign(headers, scheme)) return refuse(request, 403);
  if (isCall(url.pathname)) {
    // A call is asked plainly: as a page's data its JSON would be read by the framework, which fails where it is gzipped.
    if (url.pathname.endsWith(".data")) return refuse(request, 404);
    if (!methodsOfCalls.includes(method)) request.method = "PATCH"; // which no call takes: each names those it does
  } else if (!methodsOfScreens.includes(method)) {
    return refuse(request, 405);
  }
  if (isForHeld(headers, method, request.url)) request.method = "POST"; // a step of its form: nothing is stored
  delete headers.origin; // checked above; Remix's own check of it answers with an empty 500
  // The static files are small: whole or not at all, or the framework says in English why not.
  for (const name of ["range", "if-match", "if-unmodified-since"]) delete headers[name];
  sendCompressed(request, response);
}

/** As OWASP's ASVS 5 asks at level 2 (SECURITY.md); pages and files have a Content-Security-Policy of their own. */
const headersOfEveryAnswer = [
  ["Content-Security-Policy", closedPolicy],
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "same-origin"],
  ["X-Frame-Options", "DENY"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
] as const;

/** Who sends bodies and never finishes them keeps others from sending, at most; reading goes on. */
function isOverloaded(request: IncomingMessage) {
  const { headers, method = "" } = request;
  const { complete, coming, comingFromThere, strangers, strangersFromThere, pendingBytes } = underWay(
    String(headers[addressHeader]),
  );
  const bodiesAreTooMany =
    coming > limits.coming ||
    comingFromThere > limits.comingFromOneAddress ||
    (isStranger(request) &&
      (strangersFromThere > limits.comingFromStrangersThere || strangers > limits.comingFromStrangers));
  return (
    complete > limits.complete ||
    pendingBytes > limits.pendingBytes ||
    (bodiesAreTooMany && !readingMethods.includes(method))
  );
}

/** A login that says itself that it is too large is not read, and costs no page; other spellings of its address cost one. */
const isLargeLogin = ({ headers }: IncomingMessage, pathname: string) =>
  Number(headers["content-length"] ?? 0) > largestLogin &&
  /^\/(api\/auth\/)?login(\/code)?(\.data)?$/.test(pathname);

/** The address as the framework will read it; undefined where it could not, and would answer with a fault. */
function readAddress(host: string, path: string) {
  if (!/^[\w.:[\]-]+$/.test(host) || !path.startsWith("/") || !URL.canParse(`http://${host}${path}`))
    return undefined;
  const url = new URL(`http://${host}${path}`);
  try {
    decodeURIComponent(pathOf(path)); // also what its dots take back, /%ff/..
    decodeURIComponent(url.pathname);
  } catch {
    return undefined;
  }
  return url;
}

const pathOf = (address: string) => address.split("?", 1)[0] ?? "";

/** Routes match whatever the case and the encoding; an address that does not decode has readable parts. */
function isCall(pathname: string) {
  const readable = pathname.replace(/%[0-7][\da-f]/gi, (code) => decodeURIComponent(code));
  return /^\/+api(\/|$)/i.test(readable);
}

/**
 * Drains what is still to come of a body that nobody read, or keep-alive stalls; of one without end, to a bound. A line that is
 * to be closed behind the answer is closed for writing at once, and for reading only then: a client that is still sending
 * would find a broken line in place of the answer.
 */
function drain(request: IncomingMessage) {
  if (request.complete || isRefusedAtOnce(request)) return;
  const { socket } = request;
  socket.setTimeout(patience.silenceAfterAnswer);
  let isToClose = false;
  socket.destroySoon = () => {
    isToClose = true;
    socket.end();
  };
  request.once("end", () => {
    Reflect.deleteProperty(socket, "destroySoon");
    if (isToClose) socket.destroySoon();
  });
  let rest = limits.drainedBytes;
  const count = ({ length }: Buffer) => {
    rest -= length;
    if (rest < 0) request.destroy();
  };
  request.removeAllListeners("data").on("data", count).resume();
}

/**
 * A browser names the page a write comes from; programs name none.
 * @param scheme the one that the browser speaks, where a trusted proxy tells it
 */
function isForeign({ origin, host, "sec-fetch-site": site }: IncomingMessage["headers"], scheme?: string) {
  if (site && site !== "same-origin" && site !== "none") return true;
  if (origin === undefined) return false;
  const own = ["http", "https"]
    .filter((candidate) => !scheme || scheme === candidate)
    .map((candidate) => new URL(`${candidate}://${host}`).origin);
  if (!URL.canParse(origin)) return true;
  const from = new URL(origin);
  return !/^https?:$/.test(from.protocol) || !own.includes(from.origin); // blob:https://… has our origin but is no address of ours
}

function refuse(request: IncomingMessage, status: number) {
  if (!methodsOfCalls.includes(request.method ?? "")) request.method = "GET";
  request.url = `${isCall(pathOf(request.url ?? "")) ? "/api" : ""}/refused/${status}`;
  delete request.headers.origin;
}

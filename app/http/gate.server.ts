import type { IncomingMessage, ServerResponse } from "node:http";
import { isPrivate, networkOf, plainAddress } from "~/domain/networks.server";
import {
  addressHeader,
  connectionTimeout,
  dataHeader,
  noteAnswer,
  schemeHeader,
  shareHeader,
} from "~/framework/answers.server";
import { log } from "~/log.server";
import { sendCompressed } from "./asset-compression.server";
import { largestLogin } from "./body.server";
import { cookiesOfThisHost } from "./cookies.server";
import { isForHeld } from "./form-hold-cookie.server";
import { hasInstantRefusal } from "./instant-refusals.server";
import { watchRate } from "./least-rate.server";
import { isOverloaded } from "./overload.server";
import { forwarded } from "./proxy.server";
import { takesForms, watchRequest } from "./requests.server";
import { headersOfEveryAnswer } from "./secure.server";

/** How many bytes of a refused body are still read. */
const drainedBytes = 256 * 1024 * 1024;
/** In milliseconds: how long a connection may be idle after an answer, and how long an answer may take in all. */
const patience = { silenceAfterAnswer: 5_000, answer: 30 * 60_000 };

const readingMethods = ["GET", "HEAD"];
const methodsOfScreens = [...readingMethods, "POST"];
const methodsOfCalls = [...methodsOfScreens, "PUT", "PATCH", "DELETE"];

/**
 * The middleware that every request passes first, in the server (scripts/serve.js) and in the development server
 * (vite.config.ts); see docs/decisions/gate.md. It sends a refused request to the route `refused`, which answers with the status.
 * It trusts forwarding headers only behind a trusted proxy.
 */
export function gate(request: IncomingMessage, response: ServerResponse, next: () => void) {
  const begin = () => {
    pass(request, response);
    next();
  };
  noteAnswer(request, response, begin, watchRequest(request, response));
}

function pass(request: IncomingMessage, response: ServerResponse) {
  const { headers, method = "" } = request;
  const timeout = setTimeout(() => response.destroy(), patience.answer).unref();
  request.socket.setTimeout(connectionTimeout);
  response.prependOnceListener("finish", () => drain(request)); // before Node's own listener, which closes the connection
  response.once("close", () => clearTimeout(timeout));

  const scheme = forwarded(request, "x-forwarded-proto")?.toLowerCase();
  const address = forwarded(request, "x-forwarded-for") || request.socket.remoteAddress || "unknown";
  headers[addressHeader] = plainAddress(address);
  headers[shareHeader] = networkOf(plainAddress(address));
  headers[schemeHeader] = scheme || "http";
  cookiesOfThisHost(headers);
  for (const [name, value] of headersOfEveryAnswer) response.setHeader(name, value);
  if (scheme === "https")
    response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  headers.host = forwarded(request, "x-forwarded-host") || headers.host || "localhost";
  delete headers["x-forwarded-host"];

  const path = request.url ?? "";
  const url = readAddress(headers.host, path);
  if (!url) {
    headers.host = "localhost";
    return refuse(request, 400);
  }
  if (isDeepDiscovery(url)) return refuse(request, 400);
  if (isLargeLogin(request, url.pathname)) return refuse(request, 413);
  const isReading = readingMethods.includes(method);
  const isRefused = isOverloaded(request, isReading, () => isPrivate(plainAddress(address)));
  if (isRefused && url.pathname !== "/healthz") return refuse(request, 503);
  // Single fetch does not use ?_data=, which would run a route's code without its parents and the framework's own checks.
  if (url.searchParams.has("_data")) url.searchParams.delete("_data");
  if (url.pathname.endsWith(".data")) headers[dataHeader] = "1";
  else delete headers[dataHeader];
  request.url = url.pathname + url.search; // the address as it was checked here, so that the router reads the same
  if (!isReading && isForeign(headers, scheme)) {
    if (headers.origin)
      log.warn(
        `Origin ${headers.origin} is not ${scheme || "http(s)"}://${headers.host}: does the proxy pass Host and X-Forwarded-Proto?`,
      );
    return refuse(request, 403);
  }
  if (isCall(url.pathname)) {
    // A call has no page data: the framework would try to read its JSON, and fail if it is gzipped.
    if (url.pathname.endsWith(".data")) return refuse(request, 404);
    // no call takes PATCH, so the call answers 405 with the methods that it takes
    if (!methodsOfCalls.includes(method)) request.method = "PATCH";
  } else if (!methodsOfScreens.includes(method)) {
    return refuse(request, takesForms(url.pathname) ? "405?forms" : "405");
  }
  if (isForHeld(headers, method, request.url)) request.method = "POST"; // a step of its form, which stores nothing
  delete headers.origin; // checked above; Remix's own check would answer with an empty 500
  // Static files are small and are sent whole. For these headers the framework would answer with English errors.
  for (const name of ["range", "if-match", "if-unmodified-since"]) delete headers[name];
  sendCompressed(request, response);
}

/**
 * Whether a login declares a too large body. It is answered without reading it and without rendering a page. For other spellings
 * of the login's address a page is rendered.
 */
const isLargeLogin = ({ headers }: IncomingMessage, pathname: string) =>
  Number(headers["content-length"] ?? 0) > largestLogin &&
  /^\/(api\/auth\/)?login(\/code)?(\.data)?$/.test(pathname);

/**
 * Whether the browser's router would learn the routes of a path of very many parts. Remix matches each beginning of such a path, which
 * would take a second. It asks strangers for no login.
 */
const isDeepDiscovery = ({ pathname, searchParams }: URL) =>
  pathname === "/__manifest" && searchParams.getAll("p").some((path) => path.split("/").length > 40);

/** The address as the framework will read it; undefined if the framework could not read it and would answer with an error. */
function readAddress(host: string, path: string) {
  if (!/^[\w.:[\]-]+$/.test(host) || !path.startsWith("/") || !URL.canParse(`http://${host}${path}`))
    return undefined;
  const url = new URL(`http://${host}${path}`);
  try {
    decodeURIComponent(pathOf(path)); // also the parts that dots remove, as in /%ff/..
    decodeURIComponent(url.pathname);
  } catch {
    return undefined;
  }
  return url;
}

const pathOf = (address: string) => address.split("?", 1)[0] ?? "";

/** Routes match any case and encoding, so each part of the path that can be decoded is decoded. */
function isCall(pathname: string) {
  const readable = pathname.replace(/%[0-7][\da-f]/gi, (code) => decodeURIComponent(code));
  return /^\/+api(\/|$)/i.test(readable);
}

/**
 * Reads the rest of an unread body up to a limit, since otherwise keep-alive stalls. If the connection is to be closed after the
 * answer, its writing side closes at once and its reading side later: a client that still sends would otherwise find a broken
 * connection instead of the answer.
 */
function drain(request: IncomingMessage) {
  if (request.complete || hasInstantRefusal(request)) return;
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
  let bytes = 0;
  const isMoving = watchRate();
  const count = ({ length }: Buffer) => {
    bytes += length;
    if (bytes > drainedBytes || !isMoving(bytes)) request.destroy();
  };
  request.removeAllListeners("data").on("data", count).resume();
}

/**
 * Whether a write comes from another site's page. Browsers name the page's origin; other programs send none.
 * @param scheme the browser's scheme, if a trusted proxy names it
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

function refuse(request: IncomingMessage, status: number | string) {
  if (!methodsOfCalls.includes(request.method ?? "")) request.method = "GET";
  request.url = `${isCall(pathOf(request.url ?? "")) ? "/api" : ""}/refused/${status}`;
  delete request.headers.origin;
}

import diagnostics from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/** Where the client is: set by the gate on every request, whatever the client sent under this name. */
export const addressHeader = "x-office-client-address";
/** Set by the gate when the client speaks https, through a proxy that TRUST_PROXY trusts. */
export const schemeHeader = "x-office-scheme";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const writes = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Stands before remix-serve, which offers no middleware of its own: every request passes here before the framework
 * sees it (docs/decisions/gate.md). What must be refused is sent to the route `refused`, which answers with the
 * status; forwarding headers are believed only behind a trusted proxy.
 */
function pass({ request }: { request: IncomingMessage }) {
  const { headers } = request;
  const trusted = Boolean(process.env.TRUST_PROXY) && process.env.TRUST_PROXY !== "0";
  const forwarded = (name: string) =>
    trusted
      ? String(headers[name] ?? "")
          .split(",")
          .at(-1)
          ?.trim()
      : "";

  headers[addressHeader] = forwarded("x-forwarded-for") || request.socket.remoteAddress || "unknown";
  headers[schemeHeader] = forwarded("x-forwarded-proto") || "http";
  const host = forwarded("x-forwarded-host") || headers.host || "";
  delete headers["x-forwarded-host"];

  const path = request.url ?? "/";
  if (!URL.canParse(`http://${host}${path}`) || !path.startsWith("/")) {
    headers.host = "localhost";
    return refuse(request, 400);
  }
  if (!methods.has(request.method ?? "")) return refuse(request, 405);
  if (writes.has(request.method ?? "") && isForeign(headers, host)) return refuse(request, 403);
  // Single fetch needs no ?_data=, which would run a route's code past its parents and the framework's own checks.
  if (path.includes("_data")) {
    const url = new URL(path, "http://localhost");
    url.searchParams.delete("_data");
    request.url = url.pathname + url.search;
  }
  delete headers.origin; // checked above; Remix's own check of it answers with an empty 500
}

/** A browser names the page a write comes from; programs name none. */
function isForeign(headers: IncomingMessage["headers"], host: string) {
  const site = headers["sec-fetch-site"];
  if (site && site !== "same-origin" && site !== "none") return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

function refuse(request: IncomingMessage, status: number) {
  const api = /^\/api(\/|$)/.test(request.url ?? "") ? "/api" : "";
  if (!methods.has(request.method ?? "")) request.method = "GET";
  request.url = `${api}/refused/${status}`;
  delete request.headers.origin;
}

const kept = globalThis as { officeGate?: boolean };
if (!kept.officeGate) diagnostics.subscribe("http.server.request.start", (message) => pass(message as never));
kept.officeGate = true;

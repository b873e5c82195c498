import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { expireVisas } from "~/features/trips/visas/expiry.server";
import { handOver } from "~/framework/hand-over.server";
import { partOf } from "~/framework/manifest.server";
import "~/http/gate.server";
import { watchProcess } from "~/http/process.server";
import { secure } from "~/http/secure.server";
import { NonceContext } from "~/ui/nonce";

watchProcess([expireVisas]);

/** How long the framework keeps what a page's data were encoded with: no loader leaves anything for later. */
export const streamTimeout = 1000;

/**
 * A page is sent whole: nothing in it waits for JavaScript, and one gzip call costs less than a stream. So React draws
 * it in one go, into a string, and the data follow behind it, where Remix would have streamed them
 * (docs/decisions/bench.md).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
) {
  const nonce = randomBytes(16).toString("base64");
  const page = renderToString(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={{ ...context, manifest: partOf(context) }} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
  );
  const data = serverHandoffStream ? await text(serverHandoffStream as never) : "";
  const html = `<!DOCTYPE html>${page}${handOver(data, nonce)}`;
  secure(headers, request, status);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set(
    "Content-Security-Policy",
    [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}'`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join("; "),
  );
  return new Response(compressed(html, headers, request), { status, headers });
}

/** The data of a page that JavaScript asks for. */
export function handleDataRequest(response: Response, { request }: { request: Request }) {
  secure(response.headers, request, response.status);
  return response;
}

/** A refusal, such as a post to an address that takes none, is no fault of ours to be logged. */
export function handleError(error: unknown, { request }: { request: Request }) {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (!request.signal.aborted && !isRefusal) console.error(error);
}

/** Compressed here, and lightly, or remix-serve would do it at three times the cost. */
function compressed(html: string, headers: Headers, request: Request) {
  headers.append("Vary", "Accept-Encoding");
  const accepted = request.headers.get("Accept-Encoding") ?? "";
  const [encoding, body] = /\bbr\b/.test(accepted)
    ? ["br", brotliCompressSync(html, lightBrotli)]
    : /\bgzip\b/.test(accepted)
      ? ["gzip", gzipSync(html, { level: 1 })]
      : ["", html];
  if (encoding) headers.set("Content-Encoding", encoding);
  return body;
}

// A tenth smaller than gzip at its lightest, in the same time; the window holds a page.
const lightBrotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 17 },
};

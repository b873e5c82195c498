import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { gzipSync } from "node:zlib";
import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import "~/http/gate.server";
import { schemeHeader } from "~/http/gate.server";
import { watchProcess } from "~/http/process.server";
import { NonceContext } from "~/ui/nonce";

watchProcess();

export const streamTimeout = 10_000;

/** A page is sent whole: nothing in it waits for JavaScript, and one gzip call costs less than a stream. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const nonce = randomBytes(16).toString("base64");
  const html = await render(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={context} url={request.url} nonce={nonce} abortDelay={streamTimeout} />
    </NonceContext.Provider>,
  );
  secure(headers, request);
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
  secure(response.headers, request);
  return response;
}

export function handleError(error: unknown, { request }: { request: Request }) {
  if (!request.signal.aborted) console.error(error);
}

function secure(headers: Headers, request: Request) {
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "same-origin");
  headers.set("X-Frame-Options", "DENY");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  if (request.headers.get(schemeHeader) === "https")
    headers.set("Strict-Transport-Security", "max-age=31536000");
}

function compressed(html: Buffer<ArrayBuffer>, headers: Headers, request: Request) {
  headers.append("Vary", "Accept-Encoding");
  if (!/\bgzip\b/.test(request.headers.get("Accept-Encoding") ?? "")) return html;
  headers.set("Content-Encoding", "gzip"); // set by us, so that remix-serve does not spend its brotli on it
  return gzipSync(html, { level: 1 });
}

function render(page: React.ReactElement): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer<ArrayBuffer>[] = [];
    const collected = new Writable({
      write(chunk: Uint8Array, _encoding, done) {
        chunks.push(Buffer.from(chunk)); // React uses its buffer again
        done();
      },
      final(done) {
        clearTimeout(timer); // it would keep the whole page in memory until it is due
        resolve(Buffer.concat(chunks));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      onAllReady: () => pipe(collected),
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError: (error) => console.error(error),
    });
    const timer = setTimeout(abort, streamTimeout + 1000);
  });
}

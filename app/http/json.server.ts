import { Readable } from "node:stream";
import { createGzip, gzipSync } from "node:zlib";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { fromDatabaseError } from "~/db/errors.server";
import { DomainError } from "~/domain/domain-error";
import { requestId } from "~/framework/answers.server";
import { log } from "~/log.server";
import { retryAfter, statusOf } from "./status";

const headers = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "private, no-store, no-transform", // no-transform, since it is compressed here or not at all
};

const takesGzip = (request: Request) => /\bgzip\b/.test(request.headers.get("Accept-Encoding") ?? "");

/** A JSON response with the office's headers. Large bodies are gzipped at a low level. */
export function json(request: Request, body: unknown, init: { status?: number; headers?: HeadersInit } = {}) {
  const text = JSON.stringify(body);
  const all = new Headers(init.headers);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  if (text.length < 1500 || !takesGzip(request))
    return new Response(text, { status: init.status, headers: all });
  all.set("Content-Encoding", "gzip");
  all.set("Vary", "Accept-Encoding");
  return new Response(gzipSync(text, { level: 1 }), { status: init.status, headers: all });
}

/**
 * Answers `{ key: [ … ] }` batch by batch, so that a list of 100,000 rows needs the memory of a few hundred. The first
 * batch is read before the answer begins: if it fails, the answer still gets the right status.
 */
export async function jsonList(request: Request, key: string, batches: AsyncGenerator<unknown[]>) {
  let batch = await batches.next();
  async function* text() {
    yield `{${JSON.stringify(key)}:[`;
    for (let separator = ""; !batch.done; batch = await batches.next()) {
      yield separator + batch.value.map((row) => JSON.stringify(row)).join(",");
      separator = ",";
    }
    yield "]}";
  }
  const plain = Readable.from(text(), { objectMode: false, highWaterMark: 64 * 1024 });
  if (!takesGzip(request)) return new Response(createReadableStreamFromReadable(plain), { headers });
  const gzip = createGzip({ level: 1 });
  plain.on("error", (error) => gzip.destroy(error)).pipe(gzip);
  gzip.on("close", () => plain.destroy());
  return new Response(createReadableStreamFromReadable(gzip), {
    headers: { ...headers, "Content-Encoding": "gzip", Vary: "Accept-Encoding" },
  });
}

/** Answers `{ error, message, fields?, current? }` (rulings §1), with the same sentence as `error` and `message`. */
export function jsonError(request: Request, error: DomainError, extra: Record<string, string> = {}) {
  const { message, fields, current } = error;
  const status = statusOf(error);
  const headers = { ...retryAfter(status), ...extra };
  return json(request, { error: message, message, fields, current }, { status, headers });
}

/** Runs a call and answers its errors as JSON. A fault of ours is logged and answered 500 without a stack trace. */
export async function answer(request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    const error = thrown instanceof DomainError ? thrown : fromDatabaseError(thrown);
    if (error) return jsonError(request, error);
    log.error({ request: requestId(request), err: thrown });
    return json(request, { error: serverFault, message: serverFault }, { status: 500 });
  }
}

export const serverFault = "حدث خطأ غير متوقع في الخادم";

/** Answers 405 with the address's methods. */
export function notAllowed(request: Request, allowed: string[]) {
  const error = new DomainError("method_not_allowed", "هذه العملية غير متاحة على هذا العنوان");
  return jsonError(request, error, { Allow: allowed.join(", ") });
}

import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import type { EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { refreshDebts } from "~/features/financial/debts/today.server";
import { postJournal } from "~/features/money/journal.server";
import { readTelephones } from "~/features/telephones/telephones.server";
import { expireVisas } from "~/features/visas/expiry.server";
import { source as boot } from "~/first-page/boot.js?script";
import { hasPageFiles, pageFiles } from "~/first-page/page-files";
import { classesIn, readRules, rulesFor } from "~/first-page/style-rules.server";
import { requestId } from "~/framework/answers.server";
import { handOver } from "~/framework/hand-over.server";
import { partOf } from "~/framework/manifest.server";
import { compress } from "~/http/compression.server";
import { watchProcess } from "~/http/process.server";
import type { FormReply } from "~/http/screen.server";
import { secure } from "~/http/secure.server";
import { log } from "~/log.server";
import { documentOf } from "./shell/document.server";
import css from "./tailwind.css?inline";
import { drawPage } from "./ui/page/draw-page.server";
import { NonceContext } from "./ui/page/nonce";
import { connectionLost } from "./ui/page/post";

const rules = readRules(css);

watchProcess([expireVisas, readTelephones, refreshDebts, postJournal]);

/** How long Remix keeps the encoding of a page's data, in milliseconds. It can be short, since no loader defers data. */
export const streamTimeout = 1000;

/**
 * Sends a page whole: nothing in it waits for JavaScript, and one compression costs less than a stream. React renders it at
 * once into a string, and the data follow after it, where Remix would have streamed them (docs/decisions/bench-history.md).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
) {
  const nonce = randomBytes(16).toString("base64");
  const isFirst = !hasPageFiles(request.headers.get("Cookie"));
  const manifest = partOf(context);
  const page = drawPage(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={{ ...context, manifest }} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
    (err) => log.error({ request: requestId(request), err }),
  );
  const data = serverHandoffStream ? await text(serverHandoffStream as never) : "";
  const replies = Object.values(context.staticHandlerContext.actionData ?? {});
  const more = {
    connectionLost,
    styleSheet: isFirst ? pageFiles.styleSheet : undefined,
    isTyped: replies.some((reply: Partial<FormReply> | undefined) => reply?.result) || undefined,
  };
  const bootOf = isFirst ? { source: boot } : { file: pageFiles.boot };
  const scripts = handOver(context, { manifest, data, nonce, boot: bootOf, more });
  const style = isFirst
    ? `<style>${rulesFor(rules, classesIn(page))}</style>`
    : `<link rel="stylesheet" href="${pageFiles.styleSheet}">`;
  const html = documentOf(page, { style, scripts });
  secure(headers, status);
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
      // A reminder's form is answered by a redirect to WhatsApp, which redirects further (docs/decisions/reminders.md).
      "form-action 'self' https://wa.me https://*.whatsapp.com whatsapp:",
      "frame-ancestors 'none'",
    ].join("; "),
  );
  return new Response(await compress(html, headers, request, isFirst), { status, headers });
}

/** A page's data for the router in the browser. */
export async function handleDataRequest(response: Response, { request }: { request: Request }) {
  const { status, headers } = response;
  secure(headers, status);
  if (!response.body) return response;
  return new Response(await compress(await response.text(), headers, request), { status, headers });
}

/** Logs faults only: a refusal, such as of a post to an address without action, is no fault of ours. */
export function handleError(error: unknown, { request }: { request: Request }) {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (!request.signal.aborted && !isRefusal) log.error({ request: requestId(request), err: error });
}

/* Used by `scripts/serve.js`. */
export { withManifestCompressed } from "~/http/compression.server";
export { boundConnections, serverOptions } from "~/http/connections.server";
export { withCookiesOfThisHost } from "~/http/cookies.server";
export { gate } from "~/http/gate.server";
export { sendInstantRefusal } from "~/http/instant-refusals.server";
export { nameRequestsBy } from "~/http/requests.server";

import { createServer } from "node:http";
import { createRequestHandler, installGlobals } from "@remix-run/node";
import { createRequestListener } from "@remix-run/node-fetch-server";
import serveStatic from "serve-static";
import { serverBuild } from "./prepare.js";

/*
 * The server: Remix's request handler behind node:http, and the static files beside it. remix-serve looks for a file in
 * two folders before every answer and compresses and logs by itself (docs/decisions/serving.md).
 */

installGlobals({ nativeFetch: true });
const build = await import(serverBuild);
const { gate, nameRequestsBy, sendRefused, withCookiesOfThisHost, withManifestCompressed } =
  build.entry.module;
nameRequestsBy(build.routes);

const handle = createRequestHandler(build, process.env.NODE_ENV);
const screensAndCalls = createRequestListener(async (request) =>
  withManifestCompressed(request, withCookiesOfThisHost(request, await handle(request))),
);
const [assets, others] = [
  serveStatic("build/client", {
    immutable: true,
    maxAge: "1y",
    index: false,
    redirect: false,
    // What never changes is not asked for again, and so needs nothing to compare it by.
    etag: false,
    lastModified: false,
    acceptRanges: false,
  }),
  serveStatic("public", { maxAge: "1h", index: false, redirect: false }),
];

// The gate judges also a request that names no host.
const server = createServer({ requireHostHeader: false }, (request, response) =>
  gate(request, response, () => answerTo(request, response)),
);
server.on("checkExpectation", (request, response) =>
  gate(request, response, () => response.writeHead(417).end()),
);

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
function answerTo(request, response) {
  const { url = "" } = request;
  if (sendRefused(request, response)) return;
  const answer = () => screensAndCalls(request, response);
  if (url.startsWith("/assets/")) assets(request, response, answer);
  else if (/^\/[\w-]+\.(svg|txt)$/.test(url)) others(request, response, answer);
  else answer();
}

process.once("SIGTERM", stopListening).once("SIGINT", stopListening);

/** Answers what was asked so far, each line closed behind its answer; the process then ends itself (http/process.server.ts). */
function stopListening() {
  server.on("request", (_, response) => response.setHeader("Connection", "close"));
  server.close();
}

server.listen(Number(process.env.PORT), process.env.HOST || undefined);

import { createServer } from "node:http";
import { createRequestHandler, installGlobals } from "@remix-run/node";
import { createRequestListener } from "@remix-run/node-fetch-server";
import serveStatic from "serve-static";
import { serverBuild } from "./prepare.js";

/*
 * The server: Remix's request handler behind node:http, and the static files beside it. remix-serve would look for a file in
 * two folders before every answer, and compress and log in its own way (docs/decisions/serving.md).
 */

installGlobals({ nativeFetch: true });
const build = await import(serverBuild);
const { boundConnections, gate, nameRequestsBy, sendInstantRefusal, serverOptions } = build.entry.module;
const { withCookiesOfThisHost, withManifestCompressed } = build.entry.module;
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
    // Immutable files are not requested again, so they need no ETag.
    etag: false,
    lastModified: false,
    acceptRanges: false,
  }),
  serveStatic("public", { maxAge: "1h", index: false, redirect: false }),
];

const server = createServer(serverOptions, (request, response) =>
  gate(request, response, () => answerTo(request, response)),
);
boundConnections(server);
server.on("checkExpectation", (request, response) =>
  gate(request, response, () => response.writeHead(417).end()),
);

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
function answerTo(request, response) {
  const { url = "" } = request;
  if (sendInstantRefusal(request, response)) return;
  const answer = () => screensAndCalls(request, response);
  if (url.startsWith("/assets/")) assets(request, response, answer);
  else if (/^\/[\w-]+\.(svg|txt)$/.test(url)) others(request, response, answer);
  else answer();
}

process.once("SIGTERM", stopListening).once("SIGINT", stopListening);

/**
 * Answers the requests so far and closes each connection after its answer. Then the process ends itself (http/process.server.ts).
 */
function stopListening() {
  server.on("request", (_, response) => response.setHeader("Connection", "close"));
  server.close();
}

server.listen(Number(process.env.PORT), process.env.HOST || undefined);

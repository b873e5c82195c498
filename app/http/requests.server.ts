import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { log } from "~/log.server";
import { refuseWrites } from "./download.server";
import { requestSeconds } from "./metrics.server";

type Routes = ServerBuild["routes"];
type Tree = { path?: string; takesForms: boolean; index?: true; children?: Tree[] };

let tree: Tree[] = [];
const patterns = new Map<string, string>();
const mostPatterns = 1000;

/** The methods that the metrics count separately. A stranger could fill the metrics with the thirty others that Node knows. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/**
 * Gives the log the office's routes. Requests are logged by their route's pattern, since addresses could name people. The gate learns
 * from them which methods an address takes.
 */
export function nameRequestsBy(routes: Routes) {
  tree = childrenOf(routes, undefined);
}

const childrenOf = (routes: Routes, parentId: string | undefined): Tree[] =>
  Object.values(routes).flatMap((route) =>
    route && route.parentId === parentId
      ? [
          {
            path: route.path,
            takesForms: ![undefined, refuseWrites].includes(route.module.action as never),
            ...(route.index ? { index: true } : { children: childrenOf(routes, route.id) }),
          },
        ]
      : [],
  );

const pathOf = (address: string) =>
  (address.split("?", 1)[0] ?? "").replace(/\.data$/, "").replace(/^\/_root$/, "/");

const routesAt = (path: string): Tree[] =>
  (isReadable(path) && matchRoutes(tree as never, path)?.map(({ route }) => route as Tree)) || [];

/** Whether a screen's address takes forms. That of a file does not, nor that of a screen without a form. */
export const takesForms = (address: string) => Boolean(routesAt(pathOf(address)).at(-1)?.takesForms);

/** The route's pattern, such as `/customers/:id/edit`, of a page, its data or a call; `*` for any other address. */
function patternOf(address: string) {
  const path = pathOf(address);
  if (path.startsWith("/assets/")) return "/assets/*";
  const shape = path.replace(/\d+/g, "0");
  let pattern = patterns.get(shape);
  if (pattern === undefined) {
    const routes = routesAt(path);
    pattern = routes.length ? `/${routes.flatMap(({ path }) => path || []).join("/")}` : "*";
    if (patterns.size === mostPatterns) patterns.clear();
    patterns.set(shape, pattern);
  }
  return pattern;
}

function isReadable(path: string) {
  try {
    return Boolean(decodeURI(path));
  } catch {
    return false;
  }
}

/** Starts to measure a request. Its result is called when the request is answered or its connection closes. */
export function watchRequest({ method = "", url = "" }: IncomingMessage, response: ServerResponse) {
  const start = performance.now();
  return (id: string, userId: number | undefined) => {
    const route = patternOf(url);
    const status = response.writableFinished ? response.statusCode : 499; // the client has left: proxies log it with this status
    const milliseconds = performance.now() - start;
    requestSeconds.observe(
      { method: methods.has(method) ? method : "other", route, status },
      milliseconds / 1000,
    );
    log.info({ request: id, method, route, status, ms: Math.round(milliseconds * 10) / 10, user: userId });
  };
}

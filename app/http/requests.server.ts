import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { log } from "~/log.server";
import { requestSeconds } from "./metrics.server";

type Routes = ServerBuild["routes"];
type Tree = { path?: string; index?: true; children?: Tree[] };

let tree: Tree[] = [];
const patterns = new Map<string, string>();
const mostPatterns = 1000;

/** Methods that the figures tell apart: of the thirty others that Node knows, a stranger would fill them with lines. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** Tells the log the office's routes, by whose patterns requests are named: their addresses could name people. */
export function nameRequestsBy(routes: Routes) {
  tree = childrenOf(routes, undefined);
}

const childrenOf = (routes: Routes, parentId: string | undefined): Tree[] =>
  Object.values(routes).flatMap((route) =>
    route && route.parentId === parentId
      ? [
          {
            path: route.path,
            ...(route.index ? { index: true } : { children: childrenOf(routes, route.id) }),
          },
        ]
      : [],
  );

/** `/customers/:id/edit`, of a page, its data or a call; `*` for what is no address of the office. */
function patternOf(address: string) {
  const path = (address.split("?", 1)[0] ?? "").replace(/\.data$/, "").replace(/^\/_root$/, "/");
  if (path.startsWith("/assets/")) return "/assets/*";
  const shape = path.replace(/\d+/g, "0");
  let pattern = patterns.get(shape);
  if (pattern === undefined) {
    const parts =
      isReadable(path) && matchRoutes(tree as never, path)?.flatMap(({ route }) => route.path || []);
    pattern = parts ? `/${parts.join("/")}` : "*";
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

/** Begins to watch a request; what it gives is called when the request was answered, or its line is gone. */
export function watchRequest({ method = "", url = "" }: IncomingMessage, response: ServerResponse) {
  const start = performance.now();
  return (id: string, userId: number | undefined) => {
    const route = patternOf(url);
    const status = response.writableFinished ? response.statusCode : 499; // the client left: as proxies log it
    const milliseconds = performance.now() - start;
    requestSeconds.observe(
      { method: methods.has(method) ? method : "other", route, status },
      milliseconds / 1000,
    );
    log.info({ request: id, method, route, status, ms: Math.round(milliseconds * 10) / 10, user: userId });
  };
}

import type { EntryContext } from "@remix-run/node";

type Routes = EntryContext["manifest"]["routes"];

/**
 * Gives the manifest of the routes that a page's browser starts with: those on the screen and their parents. With all routes
 * Remix would build and search a tree of them for every page, with the same result.
 */
export function partOf({
  manifest,
  staticHandlerContext,
}: Pick<EntryContext, "manifest" | "staticHandlerContext">) {
  const routeIds = staticHandlerContext.matches.map(({ route }) => route.id);
  const leaf = routeIds.at(-1) ?? "root";
  let ids = byPrefix.get(leaf);
  if (!ids) {
    ids = [...new Set([...routeIds, ...routesAbove(manifest.routes, leaf)])];
    byPrefix.set(leaf, ids);
  }
  return { ...manifest, routes: Object.fromEntries(ids.map((id) => [id, manifest.routes[id]])) as Routes };
}

const byPrefix = new Map<string, string[]>();

function routesAbove(routes: Routes, leaf: string) {
  const segments = addressOf(routes, leaf).split("/");
  const above = segments.map((_, index) => segments.slice(0, index).join("/"));
  return Object.values(routes)
    .filter((route) => route && (route.index || route.path) && above.includes(addressOf(routes, route.id)))
    .flatMap((route) => branchOf(routes, (route as Routes[string]).id));
}

const addressOf = (routes: Routes, id: string) =>
  branchOf(routes, id)
    .map((each) => routes[each]?.path)
    .filter(Boolean)
    .join("/");

/** The route and its parents, the root first. */
function branchOf(routes: Routes, id: string): string[] {
  const parent = routes[id]?.parentId;
  return parent === undefined ? [id] : [...branchOf(routes, parent), id];
}

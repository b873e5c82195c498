import type { EntryContext } from "@remix-run/node";

type Routes = EntryContext["manifest"]["routes"];

/**
 * The manifest with the routes that the page's browser starts with: those on the screen, and those of the addresses
 * above it. Given all routes, the framework builds and searches a tree of them for every page to find the same.
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
    .flatMap((route) => lineOf(routes, (route as Routes[string]).id));
}

const addressOf = (routes: Routes, id: string) =>
  lineOf(routes, id)
    .map((each) => routes[each]?.path)
    .filter(Boolean)
    .join("/");

/** The route and its parents, from the root. */
function lineOf(routes: Routes, id: string): string[] {
  const parent = routes[id]?.parentId;
  return parent === undefined ? [id] : [...lineOf(routes, parent), id];
}

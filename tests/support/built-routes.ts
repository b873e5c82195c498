import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../../scripts/prepare.js";

type Route = {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  hasLoader: boolean;
  hasAction: boolean;
};

/** The routes of the build. */
function manifest(): Record<string, Route> {
  const folder = join(projectDir, "build", "client", "assets");
  const file = readdirSync(folder).find((name) => name.startsWith("manifest-")) ?? "";
  const text = readFileSync(join(folder, file), "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)).routes;
}

export const routes = manifest();

function addressOf({ parentId, path }: Route): string {
  const above = parentId ? addressOf(routes[parentId] as Route) : "/";
  return path ? `${above === "/" ? "" : above}/${path}` : above;
}

export const pages = Object.values(routes)
  .filter(({ path, index }) => path !== undefined || index)
  .filter(({ id }) => id !== "root")
  .map((route) => ({ ...route, address: addressOf(route), isCall: addressOf(route).startsWith("/api/") }));

/** Layout routes, which have no address of their own. */
export const layouts = Object.values(routes).filter(
  ({ id, path, index }) => path === undefined && !index && id !== "root",
);

export const dataOf = (path: string) => (path === "/" ? "/_root.data" : `${path}.data`);

/** The ways to ask for the same thing, the cheapest first; the last two are the same to the gate, in two spellings. */
export const waysToScreens: Record<string, (path: string, routeId: string) => string> = {
  "as data of this route only": (path, id) => `${dataOf(path)}?_routes=${encodeURIComponent(id)}`,
  "as data": (path) => dataOf(path),
  plainly: (path) => path,
  "by the old data address": (path, id) => `${path}?_data=${encodeURIComponent(id)}`,
  "by the old data address, encoded": (path, id) => `${path}?%5fdat%61=${encodeURIComponent(id)}`,
};
export const waysToCalls = Object.fromEntries(
  Object.entries(waysToScreens).filter(([way]) => !way.startsWith("as data")),
);

import { matchRoutes } from "@remix-run/react";

type Routes = Record<string, { module: string; imports?: string[] } | undefined>;

const asked = new Set<string>();

/**
 * Fetches the scripts of the page to which a form leads after it was saved, so that a line that dies meanwhile does not keep the user
 * from it. It fetches them only into the browser's cache: a browser does not ask again for a module that failed.
 */
export function fetchScriptsOf(address: string) {
  const { __remixRouter: router, __remixManifest: manifest } = window as unknown as {
    __remixRouter: { routes: Parameters<typeof matchRoutes>[0] };
    __remixManifest: { routes: Routes };
  };
  const matches = matchRoutes(router.routes, new URL(address, window.location.href).pathname) ?? [];
  const routes = matches.flatMap(({ route }) => manifest.routes[route.id ?? ""] ?? []);
  for (const url of routes.flatMap(({ module, imports = [] }) => [module, ...imports])) {
    if (asked.has(url)) continue;
    asked.add(url);
    fetch(url, { priority: "low" } as RequestInit).catch(() => asked.delete(url));
  }
}

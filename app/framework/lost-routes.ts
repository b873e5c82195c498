import type { Plugin } from "vite";

/*
 * Remix reloads the page when a route's script cannot be had, and shows an error when a route's description cannot. On a dead line the
 * first ends at the browser's own error page. This changes both: they leave the navigation under way and tell the page
 * (shell/lost-routes.ts).
 */

const tell = `window.dispatchEvent(new Event("routelost"));`;

/** What is replaced in the files of Remix. */
export const changes: Record<string, [from: string, to: string]> = {
  "routeModules.js": ["window.location.reload();", tell],
  "fog-of-war.js": [
    "isSpaMode, basename, patch, signal);",
    `isSpaMode, basename, patch, signal).catch((error) => {
      if (fetcherKey) throw error;
      ${tell}
      return new Promise(() => {});
    });`,
  ],
};

export const lostRoutes: Plugin = {
  name: "lost routes",
  transform(code, id) {
    const [, file = ""] = /@remix-run\/react\/dist\/esm\/([\w-]+\.js)$/.exec(id) ?? [];
    const [from, to] = changes[file] ?? [];
    if (!from || !to) return;
    if (!code.includes(from))
      throw new Error(`${file} of Remix is another than app/framework/lost-routes.ts knows.`);
    return { code: code.replace(from, () => to), map: null };
  },
};

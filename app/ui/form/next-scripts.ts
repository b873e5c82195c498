type Route = { module: string; imports?: string[] };

const asked = new Set<string>();
const low = { priority: "low" } as RequestInit;

/**
 * Fetches the scripts of the page to which a form leads after it was saved, so that a line that dies meanwhile does not keep the user
 * from it. It fetches them only into the browser's cache: a browser does not ask again for a module that failed.
 */
export async function fetchScriptsOf(address: string) {
  const { pathname } = new URL(address, window.location.href);
  if (asked.has(pathname)) return;
  asked.add(pathname);
  try {
    const { version } = (window as unknown as { __remixManifest: { version: string } }).__remixManifest;
    const answer = await fetch(`/__manifest?${new URLSearchParams({ p: pathname, version })}`, low);
    const routes: Route[] = Object.values(await answer.json());
    const urls = new Set(routes.flatMap(({ module, imports = [] }) => [module, ...imports]));
    // A browser keeps only what was read to its end.
    await Promise.all([...urls].map(async (url) => (await fetch(url, low)).arrayBuffer()));
  } catch {
    asked.delete(pathname);
  }
}

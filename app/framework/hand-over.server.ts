import type { EntryContext } from "@remix-run/node";
import type { partOf } from "./manifest.server";

/**
 * Writes what Remix's script in the browser starts with: the loaders' data, the part of the manifest, and the script that loads the
 * others (first-page/boot.js). The page is rendered whole, so all of it follows in one piece, where Remix's `<Scripts>` would load the
 * scripts at once and stream the data.
 * @param boot a script with the function `boot`, which loads the others: its source, or a file of it
 * @param more what it needs beside the scripts' addresses
 */
export function handOver(
  { serverHandoffString, staticHandlerContext }: EntryContext,
  {
    manifest,
    data,
    nonce,
    boot,
    more,
  }: {
    manifest: ReturnType<typeof partOf>;
    data: string;
    nonce: string;
    boot: { source: string } | { file: string };
    more: object;
  },
) {
  const { entry, routes } = manifest;
  const matches = staticHandlerContext.matches.flatMap(({ route: { id } }) => routes[id] ?? []);
  const scripts = {
    entry: entry.module,
    routes: Object.fromEntries(matches.map(({ id, module }) => [id, module])),
    imports: [...new Set([...entry.imports, ...matches.flatMap(({ imports = [] }) => imports)])],
    runtime: Reflect.get(manifest, "hmr")?.runtime, // Vite has it in development
    ...more,
  };
  const [before, source] = "file" in boot ? [`<script src="${boot.file}"></script>`, ""] : ["", boot.source];
  return `${before}<script nonce="${nonce}">${source}window.__remixContext=${serverHandoffString};__remixContext.stream=new Response(${literal(data)}).body;window.__remixManifest=${literal(manifest)};globalThis.boot?.(${literal(scripts)})</script>`;
}

/** A value as JavaScript that a script element can contain. */
const literal = (value: unknown) => JSON.stringify(value).replace(/[&<>\u2028\u2029]/g, inScript);

const inScript = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

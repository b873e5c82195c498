import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import remixConfig from "./remix.config.js";

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixConfig), isSsrBuild ? [] : precompress],
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  build: {
    target: "es2022",
    copyPublicDir: false, // remix-serve would serve the copy as immutable for a year
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
}));

/** What every page needs comes in one piece, and what every list needs in another: each file costs a head of its own. */
function chunkOf(module: string) {
  if (
    /\/node_modules\/(@remix-run|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream)\//.test(
      module,
    )
  )
    return "framework";
  if (
    /\/app\/(ui\/(error-page|filter-bar|money|page|pagination|style-sheet|table|toast)|domain\/product|shell\/brand)\./.test(
      module,
    )
  )
    return "office";
}

/** Scripts and the style sheet compressed as far as it goes, which takes too long for a request: see http/precompressed.server.ts. */
const precompress: Plugin = {
  name: "precompress",
  apply: "build",
  async writeBundle({ dir = "" }, bundle) {
    const texts = Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file));
    await Promise.all(
      texts.map(async (file) => {
        const path = join(dir, file);
        await writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path)));
      }),
    );
  },
};

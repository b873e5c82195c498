import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
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
  plugins: [gate, tailwindcss(), remix(remixConfig), threads, isSsrBuild ? [] : precompress],
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  build: {
    target: "es2022",
    copyPublicDir: false, // scripts/serve.js serves the original, and not as immutable
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
}));

/**
 * What every page needs comes in one piece, what every list needs in another, and so do forms and vouchers: each file
 * costs a head of its own and compresses badly.
 */
function chunkOf(module: string) {
  return Object.entries(chunks).find(([, modules]) => modules.test(module))?.[0];
}

const chunks = {
  framework: folders(
    "node_modules/(@remix-run|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream)",
  ),
  page: folders("app/ui/page", "app/domain"),
  dialogs: folders("app/ui/dialog"),
  forms: folders("node_modules/@conform-to", "app/ui/form"),
  pickers: folders("app/ui/picker"),
  vouchers: folders(
    "node_modules/(big|fraction).js",
    "app/features/money",
    "app/features/financial/vouchers",
  ),
};

/** What matches a module that lies in one of these folders. */
function folders(...names: string[]) {
  return new RegExp(names.map((name) => `/${name}/`).join("|"));
}

/** The development server's first middleware is the gate, as it is the server's (scripts/serve.js). */
const gate: Plugin = {
  name: "gate",
  configureServer(server) {
    server.middlewares.use(async (request, response, next) => {
      const module = await server.ssrLoadModule("/app/http/gate.server.ts").catch(next);
      module?.gate(request, response, () => {
        request.originalUrl = request.url; // which Remix reads there
        next();
      });
    });
  },
};

/**
 * `import script from "./x?thread"` gives what a thread of its own runs: a script beside the built server; while one develops,
 * code that runs the source.
 */
const threads: Plugin = {
  name: "threads",
  enforce: "pre",
  load(id) {
    const [path, query] = id.split("?");
    if (!path || query !== "thread") return;
    if (this.meta.watchMode) {
      const source = `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(pathToFileURL(path))}) })`;
      return `export default ${JSON.stringify(source)}`;
    }
    return `export default new URL(import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: "chunk", id: path })})`;
  },
};

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

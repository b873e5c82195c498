import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin, transformWithEsbuild } from "vite";
import { chunkOf } from "./app/first-page/chunks";
import { deadLine } from "./app/framework/dead-line";
import remixConfig from "./remix.config.js";
import { writeStamp } from "./scripts/stamp.js";

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    gate,
    refusals,
    deadLine,
    tailwindcss(),
    remix(remixConfig),
    threads,
    pageScripts,
    isSsrBuild ? stamp : precompress,
  ],
  // The scan for the browser's packages reads server modules too. Knex cannot be bundled, and the development server tried for ever.
  optimizeDeps: { exclude: ["knex"] },
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  build: {
    target: "es2022",
    cssTarget: ["chrome109", "firefox128", "safari17"], // the oldest browsers that the README names
    copyPublicDir: false, // scripts/serve.js serves public/ itself, and not as immutable
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
}));

/** The gate is the development server's first middleware, as it is the server's (scripts/serve.js). */
const gate: Plugin = {
  name: "gate",
  configureServer(server) {
    server.middlewares.use(async (request, response, next) => {
      const module = await server.ssrLoadModule("/app/http/gate.server.ts").catch(next);
      module?.gate(request, response, () => {
        request.originalUrl = request.url; // Remix reads this one
        next();
      });
    });
  },
};

/**
 * A route without a component gives a file or an answer of its own. One that has a loader only gets an action that refuses, since
 * Remix would answer other methods with an English error.
 */
const refusals: Plugin = {
  name: "refusals",
  enforce: "pre",
  transform(code, id) {
    if (!/\/app\/.*(?<!\.server)\.ts$/.test(id) || !/^export const loader\b/m.test(code)) return;
    if (/^export .*\baction\b/m.test(code)) return;
    return `${code}\nexport { refuseWrites as action } from "~/http/download.server";`;
  },
};

/**
 * `import script from "./x?thread"` gives the script of a worker thread: a file beside the built server; in development
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

/**
 * `import { source, file } from "./x.js?script"` gives the text of a script that stands within pages, as short as possible, and the
 * address of a file with this text, which has its version in its name.
 */
const pageScripts: Plugin = {
  name: "page scripts",
  enforce: "pre",
  async load(id) {
    const [path = "", query] = id.split("?");
    if (query !== "script") return;
    const { code } = await transformWithEsbuild(await readFile(path, "utf8"), path, {
      minify: true,
      target: "es2022",
    });
    const version = createHash("sha256").update(code).digest("base64url").slice(0, 8);
    const fileName = `assets/${basename(path, ".js")}-${version}.js`;
    if (this.environment.name === "client" && this.environment.mode === "build")
      this.emitFile({ type: "asset", fileName, source: code });
    return `export const source = ${JSON.stringify(code)}; export const file = "/${fileName}"`;
  },
};

/** Notes of which code the server's part is, which is built last. */
const stamp: Plugin = { name: "stamp", apply: "build", closeBundle: () => writeStamp(".") };

/**
 * Compresses scripts and the style sheet as small as possible, which takes too long for a request: see
 * http/asset-compression.server.ts.
 */
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

import { defineConfig } from "vitest/config";

// Apart from vite.config.ts, whose Remix plugin expects to build the whole application.
export default defineConfig({
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: "tests/support/global-setup.ts",
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } }, // a browser on a busy machine takes its time
  },
});

import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { patience, testTimeout } from "./tests/support/timeouts";

/**
 * The slowest test files, the slowest first. Vitest knows durations only from an earlier run, which a new clone does not have.
 */
const long = [
  "accessibility-wide",
  "accessibility-phone",
  "guard",
  "overload",
  "embedded-postgresql",
  "nightly-backup",
  "running",
  "bodies-of-forms",
  "imports-bounds",
  "customers-many",
];

/** Starts the slowest files first, so that none of them runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => {
      const index = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return index < 0 ? long.length : index;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

// A configuration of its own, since the Remix plugin of vite.config.ts expects to build the whole application.
export default defineConfig({
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: "tests/support/global-setup.ts",
    maxWorkers: 2,
    isolate: false, // files are separated by their own databases and servers, so they can share modules
    sequence: { sequencer: LongestFirst },
    testTimeout,
    hookTimeout: testTimeout,
    expect: { poll: { timeout: patience } },
  },
});

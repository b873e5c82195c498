import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, the longest first: Vitest knows durations only of a run before, which a new clone has not. */
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

/** They begin first, so that none of them is waited for alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => {
      const index = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return index < 0 ? long.length : index;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

// Apart from vite.config.ts, whose Remix plugin expects to build the whole application.
export default defineConfig({
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: "tests/support/global-setup.ts",
    maxWorkers: 2,
    isolate: false, // a file's own database and server part it from the others; its modules need not
    sequence: { sequencer: LongestFirst },
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } }, // a browser on a busy machine takes its time
  },
});

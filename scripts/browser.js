import { existsSync } from "node:fs";

/** Debian's. The headless shell is the same engine without window and profile, which makes its tests a third cheaper. */
const debians = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/**
 * The browser that tests and benchmarks drive: the one at CHROMIUM_PATH, or Debian's.
 *
 * @returns {string | undefined} its path, where there is one
 */
export function browserPath() {
  const { CHROMIUM_PATH } = process.env;
  return (CHROMIUM_PATH ? [CHROMIUM_PATH] : debians).find((path) => existsSync(path));
}

/** How it is started: as root and in a container, too, and without what it would ask its maker. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-background-networking",
];

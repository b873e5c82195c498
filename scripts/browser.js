import { existsSync } from "node:fs";

/** Debian's paths. The headless shell is the same engine without window and profile, which makes its tests a third cheaper. */
const debians = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/**
 * The browser of tests and benchmarks: the one at CHROMIUM_PATH, or Debian's.
 *
 * @returns {string | undefined} its path, if there is one
 */
export function browserPath() {
  const { CHROMIUM_PATH } = process.env;
  return (CHROMIUM_PATH ? [CHROMIUM_PATH] : debians).find((path) => existsSync(path));
}

/** Flags that allow it to run as root and in a container, and stop its requests to its vendor. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-background-networking",
];

/** The other browsers in which the main path is tested: Debian's packages, and the programs of these that tests start. */
export const otherBrowsers = {
  firefox: { packages: ["firefox-esr"], programs: ["/usr/bin/firefox-esr"] },
  webkit: {
    packages: ["webkit2gtk-driver", "xvfb"],
    programs: ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"],
  },
};

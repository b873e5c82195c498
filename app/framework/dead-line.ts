import type { Plugin } from "vite";

/*
 * If a request for a screen fails, Remix reloads the page (scripts), which on a dead line is the browser's own error page, or shows an
 * error in the page's place (data, descriptions of routes, answers to forms). This changes its files in the build: they first tell the
 * page (shell/dead-line.ts), which may keep everything as it is.
 */

/** Tells the page of a failure; true if it does not take care. */
const isLeft = (detail: string) =>
  `window.dispatchEvent(new CustomEvent("linelost", { cancelable: true, detail: ${detail} }))`;

/** Does a request until it succeeds. The page says when it is done again, which may be never. */
const patiently = (request: string, detail: string) => `
  for (;;) {
    try {
      return await ${request};
    } catch (error) {
      await new Promise((again, fail) => ${isLeft(`{ error, ${detail} }`)} && fail(error));
    }
  }`;

/** What is replaced in the files of Remix. */
export const changes: Record<string, [from: string, to: string][]> = {
  "routeModules.js": [["window.location.reload();", `if (${isLeft("{ error }")}) window.location.reload();`]],
  "fog-of-war.js": [
    [
      "await fetchAndApplyManifestPatches([path], fetcherKey ? window.location.href : path, manifest, routeModules, future, isSpaMode, basename, patch, signal);",
      patiently(
        "fetchAndApplyManifestPatches([path], fetcherKey ? window.location.href : path, manifest, routeModules, future, isSpaMode, basename, patch, signal)",
        "signal, again: fetcherKey && again",
      ),
    ],
  ],
  "single-fetch.js": [
    [
      "async function fetchAndDecode(url, init) {",
      `async function fetchAndDecode(url, init) {
  const answer = await (init.method ? fetchOnce : fetchPatiently)(url, init);
  await window.presses?.held; // a button that moves between press and release is not clicked
  return answer;
}
async function fetchPatiently(url, init) {${patiently("fetchOnce(url, init)", "signal: init.signal, again")}
}
async function fetchOnce(url, init) {`,
    ],
    // A line that dies within an answer.
    ["throw new Error(`Unable to decode", "throw e; new Error(`Unable to decode"],
    // The page shows what the server has, whether the form has reached it or not.
    [
      "  if (isResponse(result.result) ||",
      `  if (result.type === "error" && !${isLeft("{ error: result.result, isPost: true }")})
    result = { type: "data", result: null };
  if (isResponse(result.result) ||`,
    ],
  ],
};

export const deadLine: Plugin = {
  name: "dead line",
  transform(code, id) {
    const [, file = ""] = /@remix-run\/react\/dist\/esm\/([\w-]+\.js)$/.exec(id) ?? [];
    if (!changes[file]) return;
    const changed = changes[file].reduce((text, [from, to]) => {
      if (text.split(from).length !== 2)
        throw new Error(`${file} of Remix is another than app/framework/dead-line.ts knows.`);
      return text.replace(from, () => to);
    }, code);
    return { code: changed, map: null };
  },
};

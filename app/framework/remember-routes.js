import Module from "node:module";

/*
 * Preloaded into the server. Remix's router sorts all routes, compiles their patterns and tries one after the other at every
 * look-up of an address, several times a request: that is a fifth of a page's time (docs/decisions/bench-history.md). This makes the
 * router keep the compiled patterns, by the first two parts of their addresses, and try only those with the address's beginning.
 * It changes the file while it is loaded, so that it survives any installation.
 */

/** @type {[from: string, to: string][]} */
const changes = [
  [
    `
  let branches = flattenRoutes(routes);
  rankRouteBranches(branches);`,
    `
  let remembered = rememberedBranches.get(routes);
  if (!remembered) {
    remembered = flattenRoutes(routes);
    rankRouteBranches(remembered);
    remembered = byBeginning(remembered);
    rememberedBranches.set(routes, remembered);
  }`,
  ],
  [
    `
  let decoded = decodePath(pathname);
  for`,
    `
  let decoded = decodePath(pathname);
  let lowered = decoded.toLowerCase();
  let branches = allowPartial ? remembered.all : remembered.of.get(twoParts(lowered)) ?? remembered.short;
  for`,
  ],
  [
    `
    matches = matchRouteBranch(branches[i], decoded, allowPartial);`,
    `
    if (allowPartial || lowered.startsWith(branches[i].beginning)) matches = matchRouteBranch(branches[i], decoded, allowPartial);`,
  ],
  [
    `
function compilePath(path, caseSensitive, end) {`,
    `
function beginningOf(path) {
  return path.split(/[:*]/, 1)[0].replace(/\\/$/, "").toLowerCase();
}
function twoParts(path) {
  return path.split("/", 3).join("/");
}
function byBeginning(all) {
  for (const branch of all) branch.beginning = beginningOf(branch.path);
  const isShort = (branch) => branch.beginning.split("/").length < 3;
  const of = new Map();
  for (const { beginning } of all) {
    const parts = twoParts(beginning);
    if (!of.has(parts)) of.set(parts, all.filter((branch) => isShort(branch) || twoParts(branch.beginning) === parts));
  }
  return { all, of, short: all.filter(isShort) };
}
const rememberedBranches = new WeakMap();
const rememberedPaths = new Map();
function compilePath(path, caseSensitive = false, end = true) {
  const key = caseSensitive + " " + end + " " + path;
  let compiled = rememberedPaths.get(key);
  if (!compiled) {
    compiled = compilePathAnew(path, caseSensitive, end);
    rememberedPaths.set(key, compiled);
  }
  return compiled;
}
function compilePathAnew(path, caseSensitive, end) {`,
  ],
];

/** @type {{ _compile: (code: string, file: string) => unknown }} */
const loader = Object(Module.prototype);
const compile = loader._compile;
loader._compile = function (code, file) {
  return compile.call(this, isRouter(file) ? patchRouter(code) : code, file);
};

/** @param {string} file */
function isRouter(file) {
  return file.replaceAll("\\", "/").endsWith("/@remix-run/router/dist/router.cjs.js");
}

/** @param {string} code */
function patchRouter(code) {
  if (changes.every(([from]) => code.includes(from)))
    return changes.reduce((text, [from, to]) => text.replace(from, () => to), code);
  console.error(
    "The router is another than app/framework/remember-routes.js knows: pages are slower than they could be.",
  );
  return code;
}

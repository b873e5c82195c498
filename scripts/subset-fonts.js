/**
 * Cuts the packaged typefaces down to the characters and weights that the office shows. A file contains the
 * `unicode-range` of its rule in app/fonts/fonts.css, so that both always agree. The results are committed: run
 * `node scripts/subset-fonts.js` after changing a range there or a weight here.
 */
import { readFile, writeFile } from "node:fs/promises";
// @ts-expect-error It has no types.
import subsetFont from "subset-font";

const folder = new URL("../app/fonts/", import.meta.url);

/** @type {Record<string, { from: string, weights: { min: number, max: number }, keepFeatures?: string[] }>} */
const fonts = {
  // Every layout feature stays, since they join the letters and place the marks.
  "readex-pro-arabic.woff2": {
    from: "@fontsource-variable/readex-pro/files/readex-pro-arabic-wght-normal.woff2",
    weights: { min: 400, max: 700 },
  },
  // Its 450 is as dark as the Arabic's 400; a browser that looks for 400 takes the lightest one. Without the
  // features, which are kerning, ligatures and fractions, it is a third smaller.
  "hanken-grotesk-latin.woff2": {
    from: "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2",
    weights: { min: 450, max: 700 },
    keepFeatures: [],
  },
};

/**
 * @param {string} unicodeRange as CSS writes it: `U+060C, U+0621-063A`
 * @returns {string} each of its characters, once
 */
function charactersOf(unicodeRange) {
  return [...unicodeRange.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    .flatMap(([, first = "", last = first]) => {
      const start = parseInt(first, 16);
      return Array.from({ length: parseInt(last, 16) - start + 1 }, (_, i) => start + i);
    })
    .map((code) => String.fromCodePoint(code))
    .join("");
}

const css = await readFile(new URL("fonts.css", folder), "utf8");
for (const [, file = "", range = ""] of css.matchAll(/url\("\.\/(.+?)"\)[^}]*unicode-range: (.+?);/g)) {
  const font = fonts[file];
  if (!font) throw new Error(`fonts.css names ${file}, which this script does not know`);
  const subset = await subsetFont(
    await readFile(new URL(import.meta.resolve(font.from))),
    charactersOf(range),
    {
      targetFormat: "woff2",
      variationAxes: { wght: font.weights },
      keepFeatures: font.keepFeatures,
    },
  );
  await writeFile(new URL(file, folder), subset);
  console.log(`${file}: ${subset.length} bytes`);
}

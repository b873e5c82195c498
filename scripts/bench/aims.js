/** @type {{ aim: string, limit: string, result: number, met: string }[]} */
const aims = [];

/**
 * Notes an aim with its result.
 *
 * @param {string} aim
 * @param {number} limit a maximum; a negative one is a minimum
 * @param {number} result
 * @param {string} [unit]
 */
export function judge(aim, limit, result, unit = "") {
  const isMet = limit < 0 ? result >= -limit : result <= limit;
  const bound = `${limit < 0 ? "≥" : "≤"} ${Math.abs(limit)} ${unit}`;
  aims.push({ aim, limit: bound, result: rounded(result), met: isMet ? "✓" : "✗" });
}

export function report() {
  console.log("\nAims");
  console.table(aims);
}

/** @param {number} value */
const rounded = (value) => Math.round(value * 100) / 100;

/**
 * @param {string} title
 * @param {Record<string, number | string>[]} lines
 */
export function print(title, lines) {
  const short = (/** @type {[string, number | string][]} */ cells) =>
    Object.fromEntries(cells.map(([name, cell]) => [name, typeof cell === "number" ? rounded(cell) : cell]));
  console.log(`\n${title}`);
  console.table(lines.map((line) => short(Object.entries(line))));
}

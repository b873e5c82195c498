/** @type {{ aim: string, limit: string, result: string, met: boolean }[]} */
const aims = [];

/**
 * Notes how far an aim was met.
 *
 * @param {string} aim
 * @param {number} limit at most; at least when it is negative
 * @param {number} result
 * @param {string} unit
 */
export function judge(aim, limit, result, unit) {
  const shown = (/** @type {number} */ value) => `${Number(value.toFixed(2))} ${unit}`.trim();
  aims.push({
    aim,
    limit: `${limit < 0 ? "≥" : "≤"} ${shown(Math.abs(limit))}`,
    result: shown(result),
    met: limit < 0 ? result >= -limit : result <= limit,
  });
}

export function report() {
  console.log("\nAims");
  const width = Math.max(...aims.map(({ aim }) => aim.length));
  for (const { aim, limit, result, met } of aims) {
    console.log(`  ${met ? "✓" : "✗"} ${aim.padEnd(width)}  ${limit.padEnd(13)}${result}`);
  }
}

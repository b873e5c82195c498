import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import { cellsOf } from "./cells.server";
import type { OpenSheet } from "./sheet";

/**
 * UTF-8 with a byte order mark, which spreadsheets need for Arabic, commas, and the line ends of RFC 4180. Several sheets follow
 * one another.
 * @param isTitled whether each sheet has its title above it
 */
export function csv<Row>(sheets: OpenSheet<Row>[], isTitled: boolean) {
  const lines = (rows: unknown[][]) =>
    stringify(rows, { record_delimiter: "windows", quoted_match: /[\r\n]/ });
  async function* text() {
    yield "\uFEFF";
    for (const [index, { title, columns, batches, foot = [] }] of sheets.entries()) {
      if (isTitled) yield (index ? "\r\n" : "") + lines([[title]]);
      yield lines([columns.map(({ head }) => head)]);
      for await (const batch of batches)
        yield lines(
          batch.map((row) =>
            cellsOf(columns, row, ({ kind, cell }) => (kind ? cell(row) : asText(cell(row))), asText),
          ),
        );
      yield lines(foot.map((sentence) => [sentence]));
    }
  }
  return Readable.from(text(), { objectMode: false, highWaterMark: 64 * 1024 });
}

const formulaStart = "[=+\\-@＝＋－＠\\t\\r\\n]";
const [startsFormula, keptFromIt] = [new RegExp(`^${formulaStart}`), new RegExp(`^'(?=${formulaStart})`)];

/** Puts an apostrophe before a text that could be read as a formula: CSV has no cell types that would prevent it. */
function asText(value: string | number | null | undefined) {
  return typeof value === "string" && startsFormula.test(value) ? `'${value}` : value;
}

/** Removes that apostrophe from a cell of an imported file. */
export const withoutApostrophe = (text: string) => text.replace(keptFromIt, "");

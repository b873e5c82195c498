import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import type { OpenSheet } from "./sheets.server";

/**
 * UTF-8 with its mark, which spreadsheets need to read Arabic; commas, and lines as RFC 4180 ends them. Several sheets stand
 * below one another.
 * @param isTitled whether each stands under its title
 */
export function csv<Row>(sheets: OpenSheet<Row>[], isTitled: boolean) {
  const lines = (rows: unknown[][]) =>
    stringify(rows, { record_delimiter: "windows", quoted_match: /[\r\n]/ });
  async function* text() {
    yield "\uFEFF";
    for (const [index, { title, columns, batches }] of sheets.entries()) {
      if (isTitled) yield (index ? "\r\n" : "") + lines([[title]]);
      yield lines([columns.map(({ head }) => head)]);
      for await (const batch of batches)
        yield lines(
          batch.map((row) => columns.map(({ kind, cell }) => (kind ? cell(row) : asText(cell(row))))),
        );
    }
  }
  return Readable.from(text(), { objectMode: false, highWaterMark: 64 * 1024 });
}

const formulaStart = "[=+\\-@＝＋－＠\\t\\r\\n]";
const [startsFormula, keptFromIt] = [new RegExp(`^${formulaStart}`), new RegExp(`^'(?=${formulaStart})`)];

/** What could start a formula is kept from it by an apostrophe: a file of text has no types that would. */
function asText(value: string | number | null | undefined) {
  return typeof value === "string" && startsFormula.test(value) ? `'${value}` : value;
}

/** A cell that comes back, without that apostrophe. */
export const withoutApostrophe = (text: string) => text.replace(keptFromIt, "");

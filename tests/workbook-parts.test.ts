import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { type Cell, workbookFile } from "~/http/workbook-file.server";
import { strictWorkbook } from "./support/strict-workbook";

/* Sheets of more rows than Excel takes (docs/decisions/workbooks.md). */

async function* batches(count: number) {
  const row = (number: number): Cell[] => [{ value: number, format: "General" }];
  for (let first = 0; first < count; first += 4)
    yield Array.from({ length: Math.min(4, count - first) }, (_, index) => row(first + index));
  yield [];
}
const sheet = (own: string, count: number) => ({
  ...{ name: own, isRightToLeft: true, pageHead: "", pageFoot: "", batches: batches(count) },
  columns: [{ head: "العدد", width: 10, format: "General" }],
});

test("rows that a sheet does not hold go on in another with the same columns, and a full sheet has none behind it", async () => {
  const name = "سجل القيود اليومية لسنة كاملة وأشهر"; // longer than a name may be
  const sheets = [sheet(name.slice(0, 31), 23), sheet(`${name.slice(0, 29)} 2`, 10), sheet("فارغ", 0)];
  const bytes = await buffer(workbookFile(sheets, 11));
  const told = (await strictWorkbook(bytes)).map(({ name, rows }) => [name, [...rows.values()].flat()]);
  const upTo = (first: number, last: number) => [
    "العدد",
    ...Array.from({ length: last - first }, (_, index) => first + index),
  ];
  expect(told).toEqual([
    [name.slice(0, 31), upTo(0, 10)],
    [`${name.slice(0, 29)} 3`, upTo(10, 20)],
    [`${name.slice(0, 29)} 4`, upTo(20, 23)],
    [`${name.slice(0, 29)} 2`, upTo(0, 10)],
    ["فارغ", ["العدد"]],
  ]);
});

test("a workbook of many sheets has few listeners, since Node warns of a leak at more than ten", async () => {
  const file = workbookFile(Array.from({ length: 20 }, (_, index) => sheet(`${index}`, 4)));
  let most = 0;
  for await (const _ of file) most = Math.max(most, file.listenerCount("close"));
  expect(most).toBeLessThan(10);
});

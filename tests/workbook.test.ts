import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import excel from "exceljs";
import { expect, test } from "vitest";
import { noteAnswer } from "~/framework/answers.server";
import { sheetFile as fileOf, type Sheet, type SheetColumn } from "~/http/sheets.server";

/* Sheets to download (docs/decisions/workbooks.md), on a connection that the test controls. */

type Row = { name: string | null; day: string | null; amount: number };

const columns: SheetColumn<Row>[] = [
  { head: "الاسم", width: 30, cell: ({ name }) => name },
  { head: "اليوم", kind: "date", cell: ({ day }) => day },
  { head: "المبلغ", kind: "number", cell: ({ amount }) => amount },
];

/** Without a database, which would give the office's name. */
const sheetFile = (request: Request, format: string, file: Sheet<Row>) =>
  fileOf(request, format, file, { office: "مكتب" });

/** A request whose answer is under way. */
function asked() {
  const line = Object.assign(new EventEmitter(), { writableLength: 0, setHeader() {} });
  const headers: Record<string, string> = {};
  noteAnswer(
    { headers, socket: new EventEmitter() } as unknown as IncomingMessage,
    line as unknown as ServerResponse,
    () => {},
    () => {},
  );
  return new Request("http://office/sheet", { headers });
}

/** A nearly endless random text that does not compress; it counts what was read and notes when it was closed. */
function endless() {
  const told = { batches: 0, ended: false };
  async function* batches(): AsyncGenerator<Row[]> {
    try {
      while (told.batches < 1000) {
        told.batches++;
        await pause(1); // as a database takes
        const row = () => ({ name: `${Math.random()}${Math.random()}`, day: null, amount: Math.random() });
        yield Array.from({ length: 500 }, row);
      }
    } finally {
      told.ended = true;
    }
  }
  return { told, batches: batches() };
}

async function* once(rows: Row[]) {
  yield rows;
}

test("a sheet reads from right to left under its head; text is text, a date a date, a number a number", async () => {
  const rows: Row[] = ["=1+1", "+966 50", "-1", "@SUM(A1)", "\t=1", "أحمد", null].map((name, index) => {
    return { name, day: index ? "2026-02-18" : null, amount: index / 4 };
  });
  const request = asked();
  const answer = await sheetFile(request, "xlsx", {
    title: "كشف: الفوج [1] / الأول، وما بعده من الأفواج كلها",
    columns,
    rows: once(rows),
  });
  expect(answer.headers.get("Content-Disposition")).toContain("UTF-8''%D9%83");
  expect(answer.headers.get("Cache-Control")).toContain("no-store");
  const book = new excel.Workbook();
  await book.xlsx.load(await answer.arrayBuffer());
  const sheet = book.worksheets[0] as excel.Worksheet;
  expect(sheet.name).toHaveLength(31);
  expect(sheet.views[0]).toMatchObject({ rightToLeft: true, state: "frozen", ySplit: 1 });
  expect((sheet.getRow(1).values as unknown[]).slice(1)).toEqual(["الاسم", "اليوم", "المبلغ"]);
  for (const [index, { name, day, amount }] of rows.entries()) {
    const [, text, date, number] = [0, 1, 2, 3].map(
      (column) => column && sheet.getCell(index + 2, column),
    ) as [number, ...excel.Cell[]];
    expect([text?.value, text?.formula, number?.value]).toEqual([name, undefined, amount]);
    if (name !== null) expect([text?.type, text?.numFmt]).toEqual([excel.ValueType.String, "@"]);
    expect(date?.value).toEqual(day === null ? null : new Date(`${day}T00:00:00Z`));
  }
});

test("a sheet is named whatever its title ends with", async () => {
  for (const title of [`${"س".repeat(30)}' وبعدها`, "'''", "a/b'"]) {
    const request = asked();
    const answer = await sheetFile(request, "xlsx", {
      title: title,
      columns,
      rows: (async function* () {})(),
    });
    const book = new excel.Workbook();
    await book.xlsx.load(await answer.arrayBuffer());
    expect(book.worksheets[0]?.name).not.toMatch(/^$|^'|'$/);
  }
});

test("who takes nothing is written no more than a few batches; who leaves ends the reading", async () => {
  const { told, batches } = endless();
  const answer = await sheetFile(asked(), "xlsx", { title: "كشف", columns, rows: batches });
  let before = 0;
  for (; told.batches !== before; await pause(300)) before = told.batches; // until no more is read
  expect(before).toBeLessThan(300);
  expect(told.ended).toBe(false);
  await answer.body?.cancel();
  await expect.poll(() => told.ended).toBe(true);
});

test.each(["xlsx", "csv"])("who asks for the head of a file (%s) ends the reading, too", async (format) => {
  const { told, batches } = endless();
  await sheetFile(new Request("http://office/sheet", { method: "HEAD" }), format, {
    title: "كشف",
    columns,
    rows: batches,
  });
  expect(told.ended).toBe(true);
});

test("what fails while the first batch is read has its status; later, the line is cut", async () => {
  async function* failing(after: number): AsyncGenerator<Row[]> {
    for (let count = 0; count < after; count++) yield [{ name: "أحمد", day: null, amount: 1 }];
    throw new Error("the database is away");
  }
  const request = asked();
  await expect(sheetFile(request, "xlsx", { title: "كشف", columns, rows: failing(0) })).rejects.toThrow(
    "away",
  );
  const answer = await sheetFile(request, "xlsx", { title: "كشف", columns, rows: failing(3) });
  await expect(answer.arrayBuffer()).rejects.toThrow();
});

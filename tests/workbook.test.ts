import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import excel from "exceljs";
import { expect, test } from "vitest";
import { noteAnswer } from "~/framework/answers.server";
import type { Sheet, SheetColumn } from "~/http/sheet";
import { sheetFile as fileOf } from "~/http/sheets.server";
import { strictWorkbook } from "./support/strict-workbook";

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

const hostile = [
  "\u0001\u0008\u000b\u001f\u007f\u0085\ufffe\uffffأحمد",
  "]]><v>1</v>&amp;\"'",
  "_x0041_ و _x000d_",
  "  فراغ \r\n سطر\t ",
  "\ud83d وحدها و\ud83d\ude00 معًا",
  "ن".repeat(32_767),
  "ط".repeat(40_000),
  `${"x".repeat(32_765)}\ud83d\ude00x`,
];
/** As Excel shows them: without what XML cannot have, and cut at its longest text. */
const shown = [
  "أحمد",
  hostile[1],
  hostile[2],
  hostile[3],
  "\ufffd وحدها و😀 معًا",
  hostile[5],
  `${"ط".repeat(32_766)}…`,
  `${"x".repeat(32_765)}\ufffd…`,
];

test("any text is read back by other readers, whatever signs it has and however long it is", async () => {
  const rows = hostile.map((name) => ({ name, day: "0001-01-01", amount: 1e21 }));
  const answer = await sheetFile(asked(), "xlsx", { title: "كشف & <1>", columns, rows: once(rows) });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const book = new excel.Workbook();
  await book.xlsx.load(bytes as unknown as ArrayBuffer);
  const sheet = book.worksheets[0] as excel.Worksheet;
  const textIn = (row: number) => String(sheet.getCell(row, 1).value).replaceAll("_x005F_", "_");
  expect(rows.map((_, index) => textIn(index + 2))).toEqual(shown);
  expect(sheet.getCell(2, 2).value).toBe("0001-01-01"); // spreadsheets count no day before 1900
  const [strict] = await strictWorkbook(bytes);
  expect(strict?.rows.size).toBe(hostile.length + 1);
});

test.each(["xlsx", "csv"])(
  "a row that cannot be drawn is named in its file (%s), among the others",
  async (format) => {
    const rows: Row[] = [
      { name: "أحمد", day: "2026-02-18", amount: 1 },
      { name: "=سالم", day: null, amount: Number.NaN },
      { name: "هدى", day: "2026-02-19", amount: 2 },
    ];
    const failing: SheetColumn<Row> = {
      head: "الوقت",
      cell: ({ day }) => (day as string).slice(0, 4),
    };
    const answer = await sheetFile(asked(), format, {
      title: "كشف",
      columns: [...columns, failing],
      rows: once(rows),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const words = "=سالم: تعذر عرض هذا السطر";
    if (format === "csv") {
      const lines = bytes.toString("utf8").split("\r\n").slice(1, 4);
      expect(lines).toEqual(["أحمد,2026-02-18,1,2026", `'${words}`, "هدى,2026-02-19,2,2026"]);
      return;
    }
    const [sheet] = await strictWorkbook(bytes);
    expect([...(sheet?.rows.values() ?? [])].slice(1)).toEqual([
      ["أحمد", 46071, 1, "2026"],
      [words],
      ["هدى", 46072, 2, "2026"],
    ]);
  },
);

test("columns beyond Z have their letters, and each format of numbers its style", async () => {
  const many = Array.from({ length: 60 }, (_, index): SheetColumn<Row> => {
    return { head: `${index}`, kind: "number", decimals: () => index % 4, cell: () => index };
  });
  const rows = once([{ name: null, day: null, amount: 1 }]);
  const answer = await sheetFile(asked(), "xlsx", { title: "كشف", columns: many, rows });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const book = new excel.Workbook();
  await book.xlsx.load(bytes as unknown as ArrayBuffer);
  const sheet = book.worksheets[0] as excel.Worksheet;
  for (const [place, numFmt] of [
    ["A2", "#,##0"],
    ["Z2", "#,##0.0"],
    ["AA2", "#,##0.00"],
    ["BH2", "#,##0.000"],
  ] as const)
    expect(sheet.getCell(place).numFmt).toBe(numFmt);
  expect(sheet.getCell("BH2").value).toBe(59);
  expect((await strictWorkbook(bytes))[0]?.rows.get(2)).toHaveLength(60);
});

test("a row is as high as its longest text, which wraps; its numbers have thousands, and no single decimal", async () => {
  const columns: SheetColumn<[string, number]>[] = [
    { head: "البيان", width: 12, cell: ([text]) => text },
    { head: "المبلغ", kind: "number", cell: ([, amount]) => amount },
  ];
  const rows: [text: string, amount: number, lines: number, format: string][] = [
    ["نقدًا", 1200, 1, "#,##0"],
    ["دفعة مقدمة من قيمة العقد", 1089.8, 3, "#,##0.00"],
    ["سطر\nوسطر", 0.266667, 2, "#,##0.000000"],
    ["كلمةطويلةبلافراغ", 3.5, 2, "#,##0.00"],
    ["س ".repeat(2000), -12500, 27, "#,##0"],
  ];
  const file = {
    title: "كشف",
    columns,
    rows: (async function* () {
      yield rows.map(([text, amount]): [string, number] => [text, amount]);
    })(),
  };
  const answer = await fileOf(asked(), "xlsx", file, { office: "مكتب" });
  const book = new excel.Workbook();
  await book.xlsx.load(await answer.arrayBuffer());
  const sheet = book.worksheets[0] as excel.Worksheet;
  for (const [index, [, , lines, format]] of rows.entries()) {
    const row = sheet.getRow(index + 2);
    expect([row.height ?? 15, row.getCell(2).numFmt]).toEqual([lines * 15, format]);
  }
});

test("no column is narrower than a word of its head, and the foot has no words that turn round", async () => {
  const columns: SheetColumn<Row>[] = [
    { head: "مدة التأشيرة (بالأيام)", kind: "number", width: 6, cell: ({ amount }) => amount },
    ...Array.from({ length: 30 }, () => ({ head: "الاستحقاقات", cell: () => "نص" })),
  ];
  const answer = await sheetFile(asked(), "xlsx", {
    title: "كشف",
    columns,
    rows: once([{ name: "نص", day: null, amount: 14 }]),
  });
  const book = new excel.Workbook();
  await book.xlsx.load(await answer.arrayBuffer());
  const sheet = book.worksheets[0] as excel.Worksheet;
  expect([1, 2, 31].map((column) => sheet.getColumn(column).width)).toEqual([10, 12, 12]);
  expect(sheet.headerFooter.oddFooter).toBe("&C&P / &N");
});

test("Arabic texts run from right to left, and all texts stand under their head", async () => {
  const texts = ["ينتهي في 2027-03-01", "+967 777 123 456", "P1 2027-03-01"];
  const rows = once(texts.map((name) => ({ name, day: null, amount: 1 })));
  const answer = await sheetFile(asked(), "xlsx", { title: "كشف", columns, rows });
  const book = new excel.Workbook();
  await book.xlsx.load(await answer.arrayBuffer());
  const cells = ["A2", "A3", "A4"].map((place) => book.worksheets[0]?.getCell(place));
  expect(cells.map((cell) => cell?.value)).toEqual(texts);
  expect(cells.map((cell) => cell?.alignment.readingOrder)).toEqual(["rtl", undefined, undefined]);
  expect(cells.map((cell) => cell?.alignment.horizontal)).toEqual(["right", "right", "right"]);
});

import { beforeAll, describe, expect, test } from "vitest";
import { costOf, repeat } from "../support/cpu";
import { type Content, figuresIn, importsOf, refusalIn } from "../support/imports";
import { residentMegabytes } from "../support/memory";
import { useOffice } from "../support/office";
import { bareWorkbook, inline, utf16, workbookOf, zip } from "../support/sheets";
import { enterAs } from "../support/users";
import { watchDuring } from "../support/watch";

/* Imports of customers, agents and suppliers stay within their bounds. */

const { office, client } = useOffice();

const { upload, uploaded, count } = importsOf(office, client);

describe("a file that cannot be imported is refused with a sentence, within bounds", () => {
  const head = ["name", "phone"];
  const good = () => workbookOf([head, ["سالم", "0501"]]);
  const sheetOf = (rows: string) =>
    `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${inline(...head)}${rows}</sheetData></worksheet>`;
  const nulls = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024, " ");
  const sharing = (text: string, times: number, string = (text: string) => `<t>${text}</t>`) =>
    bareWorkbook(
      `<worksheet><sheetData>${`<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`.repeat(Math.ceil(times / 200))}</sheetData></worksheet>`,
      { "xl/sharedStrings.xml": `<sst><si>${string(text)}</si></sst>` },
    );
  const formatted = (code: string) =>
    bareWorkbook(sheetOf(inline("سالم", "1")), {
      "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts></styleSheet>`,
    });
  const hostile: [
    what: string,
    content: () => Content | Promise<Content>,
    status: number,
    sentence: RegExp,
  ][] = [
    ["empty", () => "", 422, /فارغ|اختر ملفًا/],
    ["blank", () => " \r\n\r\n", 422, /فارغ/],
    ["too large", () => Buffer.alloc(10 * 1024 * 1024 + 1, "x"), 413, /10 ميغابايت/],
    ["a picture", () => Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), 415, /ليس جدولًا/],
    ["an old workbook", () => Buffer.from("d0cf11e0a1b11ae1", "hex"), 415, /صيغة Excel القديمة/],
    ["another archive", () => zip({ "word/document.xml": "<a/>" }), 415, /ليس جدول Excel/],
    ["an archive's beginning", () => "PK\x03\x04", 422, /تالف/],
    ...[0, 1, 255].map((time): (typeof hostile)[number] => [
      `cut in the middle, with its time's byte ${time}`,
      async () =>
        Buffer.from(await good())
          .fill(time, 10, 11)
          .subarray(0, 3000),
      422,
      /تالف/,
    ]),
    [
      "bent",
      async () => Buffer.from((await good()).map((byte, at) => (at > 200 && at < 1500 ? byte ^ 85 : byte))),
      422,
      /تالف/,
    ],
    ["no XML", () => bareWorkbook("<worksheet><sheetData><row>"), 422, /تالف/],
    [
      "no sheet",
      () => zip({ "xl/workbook.xml": "<workbook/>", "xl/_rels/workbook.xml.rels": "<a/>" }),
      422,
      /تالف/,
    ],
    [
      "a bomb",
      () => bareWorkbook(sheetOf("").replace("</sheetData>", `${nulls(100)}</sheetData>`), {}, 10),
      413,
      /فك ضغطه/,
    ],
    [
      "a bomb of strings",
      () => bareWorkbook(sheetOf(""), { "xl/sharedStrings.xml": `<sst>${"<si/>".repeat(3_000_000)}</sst>` }),
      422,
      /تالف/,
    ],
    [
      "cells without end",
      () => bareWorkbook(sheetOf(`<row>${"<c/>".repeat(3_000_000)}<c t="str"><v>x</v></c></row>`)),
      413,
      /عمود/,
    ],
    ["a million levels", () => bareWorkbook("<a>".repeat(1_000_000)), 422, /تالف/],
    [
      "a million attributes",
      () => bareWorkbook(`<a ${Array.from({ length: 1_000_000 }, (_, i) => `a${i}="1"`).join(" ")}/>`),
      422,
      /تالف/,
    ],
    [
      "a cell far away",
      () => bareWorkbook(sheetOf('<row r="9"><c r="XFD9" t="str"><v>x</v></c></row>')),
      413,
      /عمود/,
    ],
    [
      "a place that is none",
      () => bareWorkbook(sheetOf('<row><c r="__proto__"><v>1</v></c></row>')),
      422,
      /تالف/,
    ],
    [
      "entities of its own",
      () => bareWorkbook(`<!DOCTYPE a [<!ENTITY b "cc">]>${sheetOf(inline("&b;", "1"))}`),
      422,
      /تالف/,
    ],
    [
      "huge strings",
      () =>
        bareWorkbook(sheetOf('<row><c t="s"><v>0</v></c><c><v>1</v></c></row>'.repeat(3000)), {
          "xl/sharedStrings.xml": `<sst><si><t>${"س".repeat(32_000)}</t></si></sst>`,
        }),
      413,
      /نصوص/,
    ],
    ["100,000 rows", () => bareWorkbook(sheetOf(inline("سالم", "1").repeat(100_000))), 413, /5,000/],
    ["100,000 lines", () => `name,phone\n${"سالم,1\n".repeat(100_000)}`, 413, /5,000/],
    ["5,001 lines", () => `name,phone\n${"سالم,1\n".repeat(5001)}`, 413, /5,000/],
    ["a million columns", () => "a,".repeat(1_000_000), 413, /عمود/],
    ["nothing but commas", () => ",".repeat(9_900_000), 413, /عمود/],
    ["lines of a comma", () => `name,phone\n${",\n".repeat(500_000)}`, 413, /5,000/],
    ["a text that is longer than a cell's", () => `name,phone\n${"س".repeat(32_768)},1`, 413, /32,767/],
    ["a million blanks, named by 2,000 cells", () => sharing(" ".repeat(1_000_000), 2_000), 413, /32,767/],
    ["blanks, named by 600,000 cells", () => sharing(" ".repeat(32_767), 600_000), 422, /فارغ/],
    [
      "a text in many parts",
      () => sharing("<r><t>x</t></r>".repeat(400_000), 1, (text) => text),
      413,
      /32,767/,
    ],
    ...["[", "\\", "&quot;"].map((sign): (typeof hostile)[number] => [
      `a format of ${sign}`,
      () => formatted(sign.repeat(500_000)),
      422,
      /تالف/,
    ]),
    ["300 columns", () => `name,phone,${"x,".repeat(300)}\nسالم,1`, 413, /عمود/],
    [
      "a quote that is never closed",
      () => `name,phone\n"سالم,1\n${"سالم,1\n".repeat(300_000)}`,
      422,
      /اقتباس/,
    ],
    ["a quote never closed, at the end", () => 'name,phone\nسالم,"1', 422, /اقتباس/],
    ["NUL", () => "name,phone\nسا\u0000لم,1", 415, /ليس جدولًا/],
    ["half of a pair", () => utf16("name,phone\n\uD800x,1", "little"), 422, /تالف/],
    ["cut in a letter", () => Buffer.from("\uFEFFname,phone\nسالم,1\nس").subarray(0, -1), 422, /تالف/],
    ["no phone", () => "name\nسالم", 422, /ينقص الملف العمود «رقم الهاتف»/],
    ["no head", () => "سالم,0501\nفهد,0502", 422, /ينقص الملف الأعمدة «اسم المورد»، «رقم الهاتف»/],
    ["a column twice", () => "name,phone,اسم المورد\nسالم,1,x", 422, /«اسم المورد» مكرر/],
  ];

  let ordinary: number;
  beforeAll(async () => {
    ordinary = await costOf(office.app, () => repeat(100, () => client.get("/suppliers")));
  });

  test.each(hostile)("%s", async (_, content, status, sentence) => {
    const bytes = await content();
    const { result, growth, answering } = await watchDuring(office.app, () => upload("suppliers", bytes));
    expect([result.status, refusalIn(result.body)]).toEqual([status, expect.stringMatching(sentence)]);
    expect(result.body).toContain("رفع الملف");
    expect(growth).toBeLessThan(150);
    expect(answering).toBeLessThan(ordinary);
  });

  test("one after the other, so many at a time, while others hardly wait", async () => {
    const slow = sharing(" ".repeat(32_767), 600_000);
    const { result, growth, answering, whole } = await watchDuring(office.app, () =>
      Promise.all(Array.from({ length: 6 }, () => upload("suppliers", slow))),
    );
    expect(result.map(({ status }) => status).sort()).toEqual([422, 422, 422, 422, 422, 503]);
    const busy = result.find(({ status }) => status === 503);
    expect([refusalIn(busy?.body), busy?.headers.get("Retry-After")]).toEqual([
      "الخادم مشغول الآن، حاول مرة أخرى بعد لحظات",
      "5",
    ]);
    expect(growth).toBeLessThan(150);
    expect(answering).toBeLessThan(whole / 3);
    expect((await upload("suppliers", await good())).status).toBe(302);
  });

  test("of one user only: another user's file is read after one of them, however many there are", async () => {
    const other = await enterAs(office, "other", ["manage_suppliers"]);
    const slow = bareWorkbook(sheetOf("<row></row>".repeat(280_000)));
    const read: string[] = [];
    const mine = Array.from({ length: 8 }, async () => {
      const { status } = await upload("suppliers", slow);
      read.push(`mine ${status}`);
    });
    await expect.poll(() => read.length).toBe(3); // as many as may not wait are refused: the others are all there
    const { status } = await upload("suppliers", "name,phone\nغيره,0501", { by: other });
    read.push(`other's ${status}`);
    await Promise.all(mine);
    expect(read.slice(0, 3)).toEqual(Array(3).fill("mine 503"));
    expect(read.indexOf("other's 302")).toBeLessThan(6);
  });

  test("no file, and no form", async () => {
    expect(refusalIn((await client.submit("/suppliers/import", { file: new Blob([]) })).body)).toBeTruthy();
    const none = await client.submit("/suppliers/import", { other: "x" });
    expect([none.status, refusalIn(none.body)]).toEqual([422, "اختر ملفًا لاستيراده"]);
    expect((await client.post("/suppliers/import", {})).status).toBe(415);
  });

  test("what is odd in a good file does no harm", async () => {
    const names = ["=HYPERLINK(1)", "_x0000_س_xD800_", "<script>alert(1)</script>", "‮عكس", "[object Object]"];
    const rows = names.map((name, index) => inline(name.replaceAll("<", "&lt;"), `0900${index}`)).join("");
    const trial = await uploaded("suppliers", bareWorkbook(sheetOf(rows)));
    const page = await client.get(trial);
    expect([page.status, figuresIn(page.body).سيضاف]).toEqual([200, "5"]);
    expect(page.body).not.toContain("<script>alert");
    expect((await client.submit(trial, {})).status).toBe(302);
    const stored = await office
      .knex("suppliers")
      .where("phone", "like", "0900%")
      .orderBy("phone")
      .pluck("name");
    expect(stored[0]).toBe("=HYPERLINK(1)");
    expect(stored[3]).toBe("عكس");
  });
});

test("5,000 customers are imported in some seconds, and how far it has come can be asked meanwhile", async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => [
    `${["محمد", "فاطمة", "عبدالله"][index % 3]} بن ${index}`,
    `+96777${String(index).padStart(7, "0")}`,
    index % 4 ? `ID-${index}` : null,
    index % 3 ? `PP${index}` : null,
    "اليمن",
    new Date(Date.UTC(1950 + (index % 60), index % 12, (index % 28) + 1)),
    index % 2 ? "أنثى" : "ذكر",
    `حي ${index}`,
  ]);
  const heads = [
    "الاسم",
    "رقم الهاتف",
    "رقم الهوية",
    "رقم الجواز",
    "الجنسية",
    "تاريخ الميلاد",
    "الجنس",
    "العنوان",
  ];
  const file = await workbookOf([heads, ...rows]);
  const before = await count("customers");
  const memory = residentMegabytes(office.app.pid());
  const trial = await uploaded("customers", file);
  const seen = new Set<number>();
  const posted = client.submit(trial, {});
  let isOver = false;
  posted.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const answer = await client.get(`/api/imports/${trial.split("/").at(-1)}/progress`);
    if (answer.status === 200) seen.add(answer.body.progress);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect((await posted).status).toBe(302);
  expect(residentMegabytes(office.app.pid()) - memory).toBeLessThan(150);
  expect(seen.size).toBeGreaterThan(3);
  expect(await count("customers")).toBe(before + 5000);
});

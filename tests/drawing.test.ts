import { createElement, type ReactNode } from "react";
import { expect, test } from "vitest";
import { drawRows } from "~/db/drawing.server";
import { receiptWords } from "~/domain/amount-in-words";
import { englishDate, instantOf, isDay, later } from "~/domain/dates";
import { hijri } from "~/domain/hijri";
import { HtmlList } from "~/domain/html-only";
import { officeTime } from "~/domain/office-day.server";
import { roundTo } from "~/features/money/money.server";
import { drawPage } from "~/ui/page/draw-page.server";
import { type Column, Table } from "~/ui/page/table";
import { named } from "./support/amounts";

/* What is stored is always drawn: formatters give back what is no value of their kind, and a row that fails is named. */

const noDays = ["2026-99-99", "2026-02-30", "20000-01-01", "infinity", "0044-03-15 BC", "__proto__", ""];

test.each(noDays)("«%s» is no day, and is shown as it is", (text) => {
  expect([isDay(text), hijri(text), later(text, 7), englishDate(text)]).toEqual([false, null, text, text]);
});

test("the first and the last day that a calendar has are days", () => {
  for (const day of ["0001-01-01", "2026-02-28", "2028-02-29", "9999-12-31"]) expect(isDay(day)).toBe(true);
  expect(hijri("2026-02-18")).toBe("1 رمضان 1447 هـ");
});

test("a moment as PostgreSQL writes it is one of ISO 8601, and stays what it is where JavaScript has none", () => {
  expect(instantOf("2026-11-21 11:05:00.25+00")).toBe("2026-11-21T11:05:00.250Z");
  expect(instantOf("2026-11-21T14:05:00+03:00")).toBe("2026-11-21T11:05:00.000Z");
  expect(instantOf("0001-01-01 00:00:00+00")).toBe("0001-01-01T00:00:00.000Z");
  for (const text of ["infinity", "0044-03-15 10:00:00+00 BC", "275761-01-01 00:00:00+00"])
    expect([instantOf(text), officeTime(text)]).toEqual([text, text]);
});

test("an amount that has no words stands in figures", () => {
  expect(receiptWords("NaN", named("SAR"), 2)).toContain("NaN");
  expect(receiptWords("-5.00", named("SAR"), 2)).toContain("-5.00");
  expect(roundTo("NaN", "KWD")).toBe("NaN");
});

type Row = { id: number; name: string; day: { date: string } | null };
const rows: Row[] = [
  { id: 1, name: "أحمد", day: { date: "2026-11-21" } },
  { id: 2, name: "سالم", day: null },
  { id: 3, name: "هدى", day: { date: "2026-11-22" } },
];

test("a row that a loader cannot draw is named, and passes through what draws it further", () => {
  const drawn = drawRows(rows, ({ day, ...row }) => ({ ...row, on: (day as { date: string }).date }));
  const further = drawRows(drawn, ({ on, ...row }) => ({ ...row, on: on.replaceAll("-", "/") }));
  expect(further[1]).toEqual({ id: 2, name: "سالم", fault: "تعذر عرض هذا السطر" });
  expect([further[0]?.on, further[2]?.on]).toEqual(["2026/11/21", "2026/11/22"]);
});

const dateOf = ({ day }: Row) => (day as { date: string }).date;
const DateOf = (row: Row) => createElement("bdi", null, dateOf(row));

const reason = expect.objectContaining({ message: expect.stringContaining("reading 'date'") });
const place = expect.objectContaining({ message: expect.stringContaining("row 2") });

test.each<[string, Column<Row>["cell"], unknown[]]>([
  ["itself", dateOf, [reason]],
  ["by a component of its own", (row): ReactNode => createElement(DateOf, row), [place, reason]],
])("a table names a row whose cell fails %s, tells the fault, and has the others", (_, cell, told) => {
  const faults: unknown[] = [];
  const columns = [
    { label: "الاسم", cell: ({ name }: Row) => name },
    { label: "اليوم", cell },
  ];
  const table = createElement(Table<Row>, { caption: "العملاء", columns, rows: new HtmlList(rows) });
  const html = drawPage(table, (fault) => faults.push(fault));
  expect(html).toContain('<th scope="row" colSpan="2">سالم: تعذر عرض هذا السطر</th>');
  for (const text of ["أحمد", "2026-11-21", "هدى", "2026-11-22"]) expect(html).toContain(text);
  expect(faults).toEqual(told);
});

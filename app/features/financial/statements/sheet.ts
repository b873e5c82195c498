import { periodOf } from "~/db/list.server";
import { instalmentStates } from "~/features/instalments/instalment";
import type { OpenInstalment } from "~/features/instalments/instalments.server";
import { exportLoader, ofAnyRows, type SheetColumn } from "~/http/sheets.server";
import { type Line, type Statement, statementKinds, titleOf } from "./statement";
import { openInstalmentsOf, statementOf } from "./statements.server";

const columns: SheetColumn<Line>[] = [
  { head: "التاريخ", kind: "date", width: 18, cell: ({ date }) => date },
  { head: "المستند", cell: ({ document }) => document },
  { head: "رقمه", cell: ({ number }) => number },
  { head: "عن", width: 26, cell: ({ settles }) => settles && `${settles.what} ${settles.number}` },
  { head: "البيان", width: 40, cell: ({ description }) => description },
  { head: "العملة", width: 10, cell: ({ currency }) => currency },
];
const paid: SheetColumn<Line>[] = [
  { head: "المدفوع فعلًا", width: 18, cell: ({ paid }) => paid?.amount },
  { head: "سعر الصرف", width: 22, cell: ({ paid }) => paid?.rate },
  { head: "المستخدم", cell: ({ username }) => username ?? null },
];

const instalments: SheetColumn<OpenInstalment>[] = [
  { head: "الموعد", kind: "date", cell: ({ due_date }) => due_date },
  { head: "العقد", cell: ({ contract_number }) => contract_number },
  { head: "المتبقي منه", kind: "number", cell: ({ remaining_amount }) => remaining_amount },
  { head: "العملة", width: 10, cell: ({ code }) => code },
  { head: "الحالة", cell: ({ status }) => instalmentStates.labels[status] },
];

const creditOf = (head: string): SheetColumn<Line> => ({
  head,
  kind: "number",
  cell: ({ credit }) => credit,
});

/** Oldest first, as in print. A workbook of all times has a second sheet: what the customer has left to pay by its dates. */
export const loader = exportLoader(["manage_financials"], async ({ user, params, url: { searchParams } }) => {
  const { kind, holder, read } = await statementOf({ user, params });
  const period = periodOf(searchParams);
  const { heads } = statementKinds[kind];
  const amounts: SheetColumn<Line>[] = [
    { head: heads.debit, kind: "number", cell: ({ debit }) => debit },
    ...(heads.credit ? [creditOf(heads.credit)] : []),
    { head: heads.balance, kind: "number", cell: ({ balance }) => balance },
  ];
  const { total: count } = await read({ ...period, page: 1, perPage: 1, oldestFirst: true });
  const page = (page: number) => read({ ...period, page, perPage: batch, oldestFirst: true });
  const lines = ofAnyRows<Line>({
    title: titleOf(kind, holder.name),
    columns: [...columns, ...amounts, ...paid],
    count,
    rows: pagesOf(page),
  });
  const open =
    params.format === "xlsx" && !period.from && !period.to ? await openInstalmentsOf(kind, holder.id) : [];
  if (!open.length) return lines;
  const dues = { title: "مواعيد السداد", columns: instalments, rows: Promise.resolve(open) };
  return { title: lines.title, sheets: [lines, ofAnyRows<OpenInstalment>(dues)] };
});

const batch = 2000;

async function* pagesOf(read: (page: number) => Promise<Statement>) {
  for (let page = 1; ; page++) {
    const { rows } = await read(page);
    if (rows.length) yield rows;
    if (rows.length < batch) return;
  }
}

export { refuseWrites as action } from "~/http/download.server";

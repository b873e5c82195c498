import { periodOf } from "~/db/list.server";
import { commissionLabels, commissionNames, commissionsNow } from "~/features/commissions/commission";
import { openStates } from "~/features/instalments/instalment";
import type { OpenInstalment } from "~/features/instalments/instalments.server";
import type { Sheet, SheetColumn } from "~/http/sheet";
import { exportLoader, ofAnyRows } from "~/http/sheets.server";
import { isPartner } from "./partners.server";
import { belowZeroMark, type Line, type Statement, statementKinds, titleOf } from "./statement";
import { openInstalmentsOf, sharesOf, statementOf } from "./statements.server";

const columns: SheetColumn<Line>[] = [
  { head: "التاريخ", kind: "date", width: 18, cell: ({ date }) => date },
  { head: "المستند", cell: ({ document }) => document },
  { head: "رقمه", isCode: true, cell: ({ number }) => number },
  { head: "عن", width: 26, cell: ({ settles }) => settles && `${settles.what} ${settles.number}`.trim() },
  { head: "البيان", width: 40, cell: ({ description }) => description },
  { head: "العملة", width: 10, cell: ({ currency }) => currency },
];
const mark: SheetColumn<Line> = {
  head: "تنبيه",
  width: 18,
  cell: ({ isBelowZero }) => (isBelowZero ? belowZeroMark : null),
};
const paid: SheetColumn<Line>[] = [
  { head: "المدفوع فعلًا", width: 18, cell: ({ paid }) => paid?.amount },
  { head: "سعر الصرف", width: 22, cell: ({ paid }) => paid?.rate },
];
/** Of the movements of an account. */
const entered: SheetColumn<Line>[] = [
  { head: "وقت القيد", width: 18, cell: ({ entered }) => entered },
  { head: "المستخدم", cell: ({ username }) => username ?? null },
];

const instalments: SheetColumn<OpenInstalment>[] = [
  { head: "الموعد", kind: "date", cell: ({ due_date }) => due_date },
  { head: "العقد", cell: ({ contract_number }) => contract_number },
  { head: "المتبقي منه", kind: "number", cell: ({ remaining_amount }) => remaining_amount },
  { head: "العملة", width: 10, cell: ({ code }) => code },
  { head: "الحالة", cell: ({ status }) => openStates.labels[status] },
];

const creditOf = (head: string): SheetColumn<Line> => ({
  head,
  kind: "number",
  cell: ({ credit }) => credit,
});

/** Oldest first, as in print. A workbook has a second sheet of what holds now. */
export const loader = exportLoader(["manage_financials"], async ({ user, params, url: { searchParams } }) => {
  const { kind, holder, read } = await statementOf({ user, params });
  const period = periodOf(searchParams);
  const { heads } = statementKinds[kind];
  const amounts: SheetColumn<Line>[] = [
    { head: heads.debit, kind: "number", cell: ({ debit }) => debit },
    ...(heads.credit ? [creditOf(heads.credit)] : []),
    { head: heads.balance, kind: "number", cell: ({ balance }) => balance },
  ];
  const first = await read({ ...period, page: 1, perPage: 1, oldestFirst: true });
  const { total: count, closing, belowZero } = first;
  const page = (page: number) => read({ ...period, page, perPage: batch, oldestFirst: true });
  const title = titleOf(kind, holder);
  const lines = ofAnyRows<Line>({
    title,
    columns: [...columns, ...amounts, ...(belowZero ? [mark] : []), ...(isPartner(kind) ? paid : entered)],
    count,
    foot: [closing, belowZero].filter((sentence) => sentence != null),
    rows: pagesOf(page),
  });
  const now =
    params.format === "xlsx" ? await sheetsOfNow(kind, holder.id, Boolean(period.from || period.to)) : [];
  return now.length ? { title, sheets: [lines, ...now] } : lines;
});

/** What a customer has left to pay by its dates, unless the statement is of a period; what an agent has earned. */
async function sheetsOfNow(kind: string, id: number, isOfPeriod: boolean): Promise<Sheet<unknown>[]> {
  const open = isOfPeriod ? [] : await openInstalmentsOf(kind, id);
  const shares = await sharesOf(kind, id);
  const dues = ofAnyRows<OpenInstalment>({
    title: "مواعيد السداد",
    columns: instalments,
    rows: Promise.resolve(open),
  });
  const sums = ofAnyRows<(typeof commissionNames)[number]>({
    title: commissionsNow,
    columns: [
      { head: "البيان", width: 30, cell: (name) => commissionLabels[name] },
      { head: "المبلغ", kind: "number", cell: (name) => shares?.[name] },
    ],
    rows: Promise.resolve(commissionNames),
  });
  return [...(open.length ? [dues] : []), ...(shares ? [sums] : [])];
}
const batch = 2000;

async function* pagesOf(read: (page: number) => Promise<Statement>) {
  for (let page = 1; ; page++) {
    const { rows } = await read(page);
    if (rows.length) yield rows;
    if (rows.length < batch) return;
  }
}

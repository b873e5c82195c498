import Big from "big.js";
import { db } from "~/db/knex.server";
import { closingOf } from "~/features/closing/closings.server";
import { minorUnit } from "~/features/money/money.server";
import type { SheetColumn } from "~/http/sheet";
import { exportLoader } from "~/http/sheets.server";
import { textOfSpan } from "../period";
import { accountNames } from "./accounts.server";
import { journal } from "./journal";
import { askedLines } from "./journal.server";
import { allLines, countLines, isOpen, type JournalLine, sidesOf, textOf } from "./lines.server";

type Row = JournalLine & { number_of_account: string; name_of_account: string };

/** In the order of books.md, rule 11; what a program does not need comes last. */
const columns: SheetColumn<Row>[] = [
  { head: "رقم القيد", isCode: true, cell: ({ number }) => number },
  { head: "اليوم", kind: "date", cell: ({ date }) => date },
  { head: "المستند", width: 18, isCode: true, cell: ({ document }) => document },
  { head: "الحساب", isCode: true, cell: ({ number_of_account }) => number_of_account },
  { head: "مدين", kind: "number", cell: (row) => sidesOf(row).debit, decimals: decimalsOf },
  { head: "دائن", kind: "number", cell: (row) => sidesOf(row).credit, decimals: decimalsOf },
  {
    head: "السعر",
    kind: "number",
    cell: ({ rate }) => rate && rateOf(rate).toNumber(),
    decimals: rateDecimals,
  },
  {
    head: "المبلغ بالعملة الأساسية",
    kind: "number",
    cell: (row) => sidesOf(row).base,
    decimals: ({ base_code }) => minorUnit(base_code),
  },
  { head: "الطرف", width: 24, cell: ({ party }) => party },
  { head: "الحملة", width: 20, cell: ({ campaign }) => campaign },
  { head: "البيان", width: 40, cell: textOf },
  { head: "اسم الحساب", width: 22, cell: ({ name_of_account }) => name_of_account },
  { head: "العملة", width: 10, cell: ({ currency_code }) => currency_code },
  { head: "العملة الأساسية", width: 10, cell: ({ base_code }) => base_code },
  { head: "فرق عملة", width: 10, cell: ({ revalues }) => revalues },
];

function decimalsOf({ currency_code }: Row) {
  return minorUnit(currency_code);
}

/** A rate in at most twelve decimals, without zeros at its end. */
const rateOf = (rate: NonNullable<JournalLine["rate"]>) => Big(rate).round(12);
function rateDecimals({ rate }: Row) {
  return rate ? (rateOf(rate).toFixed().split(".")[1]?.length ?? 0) : 0;
}

/** The file that an accountant's program reads: the whole period, oldest first. A program reads the text, which has no sentences below its lines. */
export const loader = exportLoader(["view_reports"], async ({ url: { searchParams }, params }) => {
  const { span, lines } = await askedLines(searchParams);
  const names = await accountNames(db, span);
  const closed = await closingOf(db, span.to);
  const isExpecting = await isOpen(db, span);
  return {
    // A program's file has no sentences, so its name tells the closing.
    title: [`${journal.title} ${textOfSpan(span)}`, params.format === "csv" && closed]
      .filter(Boolean)
      .join("، "),
    columns,
    count: await countLines(lines),
    foot:
      params.format === "csv"
        ? []
        : [closed, isExpecting && "الفترة مفتوحة: سطور الإقفال المتوقعة في آخرها."].filter(
            (sentence) => typeof sentence === "string",
          ),
    rows: named(allLines(lines), names),
  };
});

async function* named(
  batches: AsyncGenerator<JournalLine[]>,
  names: Awaited<ReturnType<typeof accountNames>>,
) {
  for await (const batch of batches)
    yield batch.map((row): Row => {
      const { number, name } = names(row.account, row.date);
      return { ...row, number_of_account: number, name_of_account: name };
    });
}

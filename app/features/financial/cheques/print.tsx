import { useLoaderData } from "@remix-run/react";
import { drawRows } from "~/db/drawing.server";
import { db } from "~/db/knex.server";
import { orRefusal, readFirst, rowsOrRefusal } from "~/db/list.server";
import { dayOf } from "~/domain/hijri";
import { officeToday } from "~/domain/office-day.server";
import { companyHead } from "~/features/company/company.server";
import { chequesPath } from "~/features/links/cheques-address";
import { screen } from "~/http/screen.server";
import { turnForPage } from "~/http/turns.server";
import { noteList } from "~/http/whole-lists.server";
import { ExportLinks } from "~/ui/page/export-links";
import { MoneyFact } from "~/ui/page/facts";
import { RefusedFilter } from "~/ui/page/page";
import { type Column, NameCell } from "~/ui/page/table";
import { DenseTable, PrintBar, PrintSheet } from "~/ui/print-sheet";
import { printTitle } from "~/ui/print-title";
import { receipt } from "../receipts/receipt";
import { cheque, type Tab, tabs } from "./cheque";
import { listCheques, sumsOf, tabOf } from "./cheques.server";
import type { Cheque } from "./columns";
import { chequeColumns, toCheque } from "./columns";

const title = "كشف الشيكات";

export const meta = () => printTitle(title);

/** The most rows on one printed list. A downloaded sheet has no limit. */
const most = 3000;

export const loader = screen([cheque.write], async (visit) => {
  const { search, searchParams } = visit.url;
  await turnForPage(visit);
  const today = officeToday();
  const { rows, ...page } = await rowsOrRefusal(async () => {
    const list = listCheques(searchParams);
    const [rows, sums] = await Promise.all([readFirst(list, most + 1), sumsOf(db, list)]);
    return { rows, sums };
  });
  const count = Math.min(rows.length, most);
  if (count) await noteList(visit, "printed", { of: cheque.table, title, count });
  const { result: tab = "in_hand" as Tab } = await orRefusal(async () => tabOf(searchParams));
  return {
    sums: [],
    ...page,
    rows: drawRows(rows.slice(0, most), (row) => toCheque(row, today)),
    isCut: rows.length > most,
    about: tabs[tab],
    search,
    day: dayOf(today),
    company: await companyHead(db),
  };
});

export default function PrintedCheques() {
  const { rows, sums, refusal, isCut, about, search, day, company } = useLoaderData<typeof loader>();
  const columns: Column<Cheque>[] = [
    {
      label: receipt.labels.customer_id,
      cell: ({ customer, receipt_number }) => (
        <NameCell also={<bdi dir="ltr">{receipt_number}</bdi>}>{customer}</NameCell>
      ),
    },
    ...chequeColumns,
  ];
  return (
    <main className="wide-sheet">
      <PrintBar back={chequesPath + search} after={50}>
        <ExportLinks path={chequesPath} search={search} />
      </PrintBar>
      <PrintSheet company={company} title={title} number={day} about={about} signatures={[]}>
        {refusal && <RefusedFilter refusal={refusal} />}
        <dl className="facts mb-4 grid-cols-3 sm:grid-cols-6">
          {sums.map(({ amount, currency, count }) => (
            <MoneyFact
              key={currency.code}
              label={`${about} (${count})`}
              amount={amount}
              currency={currency}
            />
          ))}
        </dl>
        <DenseTable<Cheque> label={title} columns={columns} rows={rows}>
          {(row) => (
            <tr>
              {columns.map(({ label, cell, kind }) => (
                <td key={label} className={kind}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          )}
        </DenseTable>
        {isCut && <p className="mt-3">{`أول ${most.toLocaleString("en-US")} شيك. الملف فيه الكل.`}</p>}
      </PrintSheet>
    </main>
  );
}

import { readinessTitle } from "~/features/links/handed-papers";
import { bedLine } from "~/features/lodging/bed-text";
import { trip } from "~/features/trips/trip";
import type { SheetColumn } from "~/http/sheet";
import { exportLoader } from "~/http/sheets.server";
import { checkLabels, labelsOf, lineOf, type Pilgrim, stateMarks } from "./readiness";
import { readinessOf, scopeOf } from "./readiness.server";

const columns: SheetColumn<Pilgrim>[] = [
  { head: "الاسم", width: 30, cell: ({ name }) => name },
  { head: "المجموعة", width: 24, cell: ({ group_name }) => group_name },
  { head: "رقم الهاتف", width: 18, isCode: true, cell: ({ phone }) => phone },
  { head: "الجاهزية", width: 12, cell: (row) => `${stateMarks[row.state]} ${labelsOf(row)[row.state]}` },
  { head: "رقم الجواز", width: 12, isCode: true, cell: ({ passport }) => passport.passport_number },
  { head: checkLabels.passport, width: 40, cell: (row) => lineOf(row, "passport") },
  { head: "انتهاء الجواز", kind: "date", cell: ({ passport }) => passport.expiry },
  { head: checkLabels.latin_name, width: 24, cell: (row) => lineOf(row, "latin_name") },
  { head: checkLabels.visa, width: 40, cell: (row) => lineOf(row, "visa") },
  { head: "آخر أيام التأشيرة", kind: "date", cell: ({ visa }) => visa.last_day },
  { head: checkLabels.balance, width: 30, cell: (row) => lineOf(row, "balance") },
  { head: "المتبقي", kind: "number", cell: ({ balance }) => balance.remaining_amount },
  { head: "العملة", width: 8, cell: ({ balance }) => balance.currency?.code ?? null },
  { head: checkLabels.photo, width: 12, cell: (row) => lineOf(row, "photo") },
  { head: checkLabels.contract, width: 28, cell: (row) => lineOf(row, "contract") },
  { head: checkLabels.passport_copy, width: 14, cell: (row) => lineOf(row, "passport_copy") },
  { head: checkLabels.vaccination, width: 18, cell: (row) => lineOf(row, "vaccination") },
  { head: "السكن", width: 40, cell: ({ stays }) => stays.map(bedLine).join("، ") || null },
  { head: "المغادرة", kind: "date", cell: ({ departure_date }) => departure_date },
  { head: "العودة", kind: "date", cell: ({ return_date }) => return_date },
];

export const loader = exportLoader([trip.write], async ({ params, url }) => {
  const scope = await scopeOf({ params });
  return {
    title: readinessTitle(scope),
    columns,
    of: "customers",
    rows: readinessOf(scope, url.searchParams),
  };
});

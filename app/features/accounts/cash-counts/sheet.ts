import { db } from "~/db/knex.server";
import { findAccount } from "~/features/accounts/accounts.server";
import { idParam } from "~/http/screen.server";
import type { SheetColumn } from "~/http/sheet";
import { exportLoader } from "~/http/sheets.server";
import { type CashCount, countLabels as labels } from "../count";
import { listCounts } from "./counts.server";

const columns: SheetColumn<CashCount>[] = [
  { head: labels.count_number, cell: ({ count_number }) => count_number },
  { head: labels.at, width: 18, cell: ({ at }) => at },
  { head: labels.expected, kind: "number", cell: ({ expected }) => expected },
  { head: labels.counted, kind: "number", cell: ({ counted }) => counted },
  { head: labels.difference, kind: "number", cell: ({ difference }) => difference },
  { head: labels.reason, width: 40, cell: ({ reason }) => reason },
  { head: labels.counted_by, cell: ({ counted_by }) => counted_by },
];

export const loader = exportLoader(["manage_financials"], async ({ params, url }) => {
  const box = await findAccount(db, "cash_box", idParam(params.id));
  return {
    title: `جرد ${box.name} (${box.currency_code})`,
    columns,
    rows: listCounts(box.id, url.searchParams),
  };
});

import type { SheetColumn } from "~/http/sheet";
import { exportLoader } from "~/http/sheets.server";
import { type Closing, closingDeedLabels } from "./closing";
import { listClosings } from "./closings.server";

const columns: SheetColumn<Closing>[] = [
  { head: "الوقت", width: 18, cell: ({ at }) => at },
  { head: "العملية", cell: ({ deed }) => closingDeedLabels[deed] },
  { head: "مقفل حتى", kind: "date", cell: ({ closed_until }) => closed_until },
  { head: "السبب", width: 40, cell: ({ reason }) => reason },
  { head: "المستخدم", cell: ({ closed_by }) => closed_by },
];

export const loader = exportLoader(["manage_financials"], () => ({
  title: "إقفال الفترات",
  columns,
  rows: listClosings(),
}));

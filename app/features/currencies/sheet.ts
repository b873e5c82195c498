import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { currencies } from "./currencies.server";
import { type Currency, currency } from "./currency";

const { labels } = currency;

const columns: SheetColumn<Currency>[] = [
  { head: labels.name, width: 24, cell: ({ name }) => name },
  { head: labels.code, cell: ({ code }) => code },
  { head: labels.symbol, cell: ({ symbol }) => symbol },
  { head: labels.exchange_rate, kind: "number", width: 18, cell: ({ exchange_rate }) => exchange_rate },
  { head: "الافتراضية", cell: ({ is_default }) => (is_default ? "نعم" : null) },
];

export const loader = exportingList(currency, currencies, columns);

export { refuseWrites as action } from "~/http/download.server";

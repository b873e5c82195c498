import { fieldColumns } from "~/http/field-columns.server";
import { type Currency, currency } from "./currency";

export const columns = fieldColumns<Currency>(currency, {
  exchange_rate: { behind: [{ head: "الافتراضية", cell: ({ is_default }) => (is_default ? "نعم" : null) }] },
});

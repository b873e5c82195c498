import { fieldColumns } from "~/http/field-columns.server";
import { type Offer, offer } from "./offer";

export const columns = fieldColumns<Offer>(offer, {
  customer_id: {
    behind: [
      { head: "رقم الهاتف", width: 18, isCode: true, cell: ({ customer }) => customer.phone },
      { head: "المسافرون معه", width: 6, kind: "number", cell: ({ companions }) => companions.length },
    ],
  },
  sum_amount: { behind: [{ head: "العملة", width: 6, cell: ({ currency }) => currency.code }] },
  status: {
    behind: [
      {
        head: "العقود",
        width: 14,
        cell: ({ contracts }) => contracts.map(({ contract_number }) => contract_number).join("، "),
      },
      { head: "أعده", width: 14, cell: ({ username }) => username },
    ],
  },
});

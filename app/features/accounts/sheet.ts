import { wordsOf } from "~/domain/entity";
import { exporting, type SheetColumn } from "~/http/sheets.server";
import { activityLabels } from "~/ui/status";
import { type Account, type AccountKind, accountKinds, kindOf } from "./account";
import { accounts } from "./accounts.server";

const { labels } = accountKinds.bank;

const places: Record<AccountKind, SheetColumn<Account>[]> = {
  bank: [
    { head: labels.account_number, width: 30, cell: (row) => row.account_number ?? null },
    { head: labels.account_name, width: 30, cell: (row) => row.account_name ?? null },
  ],
  cash_box: [{ head: labels.location, width: 30, cell: (row) => row.location ?? null }],
};

const columnsOf = (kind: AccountKind): SheetColumn<Account>[] => [
  { head: labels.name, width: 30, cell: ({ name }) => name },
  ...places[kind],
  { head: labels.balance, kind: "number", cell: ({ balance }) => balance },
  { head: "العملة", width: 10, cell: ({ currency_code }) => currency_code },
  { head: labels.status, cell: ({ status }) => activityLabels[status] },
];

export const loader = exporting(["manage_financials"], ({ params, url }) => {
  const kind = kindOf(params);
  return {
    title: wordsOf(accountKinds[kind]).many,
    columns: columnsOf(kind),
    rows: accounts[kind].list(url.searchParams),
  };
});

export { refuseWrites as action } from "~/http/download.server";

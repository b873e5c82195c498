import { formatAmount } from "~/ui/page/money";
import type { Column } from "~/ui/page/table";
import { type Age, ageNames, ages, type Debt, type DebtKind, debtKinds } from "./debt";

const amount = (row: Debt, name: "due_amount" | "remaining_amount" | Age) =>
  row[name] ? <bdi>{formatAmount(row[name], row.currency.decimals)}</bdi> : "—";

/** The figures of a debt, in its own currency. */
export const figureColumns: Column<Debt>[] = [
  { label: "العملة", kind: "code", cell: ({ currency }) => currency.code },
  { label: "المستحق", kind: "n", cell: (row) => amount(row, "due_amount") },
  ...ageNames.map(
    (age): Column<Debt> => ({
      label: ages[age],
      group: "المتأخر منه",
      kind: "n",
      later: true,
      cell: (row) => amount(row, age),
    }),
  ),
  { label: "كل المتبقي", kind: "n", later: true, cell: (row) => amount(row, "remaining_amount") },
];

export const lastPaymentColumn = (kind: DebtKind): Column<Debt> => ({
  label: debtKinds[kind].lastPayment,
  later: true,
  cell: ({ last_payment }) =>
    last_payment ? (
      <span>
        <bdi dir="ltr">{last_payment.date}</bdi>
        <small>
          <bdi>{last_payment.amount.toLocaleString("en-US", { maximumFractionDigits: 3 })}</bdi>{" "}
          {last_payment.code}
        </small>
      </span>
    ) : (
      "—"
    ),
});

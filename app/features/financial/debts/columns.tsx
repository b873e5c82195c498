import { formatAmount } from "~/ui/page/money";
import type { Column } from "~/ui/page/table";
import { agoPhrase, type LastReminder, reminderWays } from "../reminders/reminder";
import { type Age, type AmountName, ageNames, type Debt, type DebtKind, debtKinds } from "./debt";

const amount = (row: Debt, name: AmountName) =>
  row[name] ? <bdi>{formatAmount(row[name], row.currency.decimals)}</bdi> : "—";

/** The heads of the columns of ages, in days. */
const shortAges: Record<Age, string> = {
  overdue_30: "متأخر 1 إلى 30",
  overdue_60: "31 إلى 60",
  overdue_90: "61 إلى 90",
  overdue_older: "فوق 90 يومًا",
};

/** The figures of a debt in its own currency, and the party's latest payment. */
export const figureColumns = (kind: DebtKind): Column<Debt>[] => [
  {
    label: "المستحق",
    kind: "n",
    cell: (row) => (
      <span>
        {amount(row, "due_amount")} {row.due_amount > 0 && row.currency.code}
        {row.remaining_amount > row.due_amount && (
          <small>
            من {amount(row, "remaining_amount")} {row.currency.code}
          </small>
        )}
      </span>
    ),
  },
  ...ageNames.map(
    (age): Column<Debt> => ({
      label: shortAges[age],
      kind: "n",
      later: true,
      cell: (row) => amount(row, age),
    }),
  ),
  {
    label: debtKinds[kind].lastPayment,
    later: true,
    cell: ({ last_payment }) =>
      last_payment ? (
        <span className="day">
          <bdi dir="ltr">{last_payment.date}</bdi>
          <small>
            <bdi>{formatAmount(last_payment.amount, last_payment.decimals)}</bdi> {last_payment.code}
          </small>
        </span>
      ) : (
        "—"
      ),
  },
];

/** When a customer was last reminded, how and by whom: «آخر تذكير: أمس، واتساب، سالم». */
export const LastReminded = ({ date, how, by, today }: LastReminder & { today: string }) => (
  <span className="block">
    آخر تذكير: {agoPhrase(date, today)}، {reminderWays[how]}، <bdi>{by}</bdi>
  </span>
);

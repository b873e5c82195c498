import { formatAmount } from "~/domain/money";
import { cancelledCampaign } from "~/features/instalments/instalment";
import { Enumeration } from "~/ui/page/enumeration";
import type { Column } from "~/ui/page/table";
import { type Age, type AmountName, ageNames, type Credit, type Debt } from "./debt";
import { type DebtKind, debtKinds, depositHead } from "./kinds";
import { agoPhrase, type LastReminder, reminderWays } from "./reminder";

/** The amount, with a link to the documents behind it. */
function amount(row: Debt, name: AmountName, href?: string) {
  if (!row[name]) return "—";
  const figure = <bdi>{formatAmount(row[name], row.currency.decimals)}</bdi>;
  return href ? <a href={href}>{figure}</a> : figure;
}

/** The heads of the columns of ages, in days. */
const shortAges: Record<Age, string> = {
  overdue_30: "متأخر 1 إلى 30",
  overdue_60: "31 إلى 60",
  overdue_90: "61 إلى 90",
  overdue_older: "فوق 90",
};

/**
 * The figures of a debt in its own currency, since when it is overdue, and the party's latest payment.
 * @param hrefOf the address of the party's open documents, or of the overdue ones; on paper there is none
 */
export const figureColumns = (
  kind: DebtKind,
  hrefOf?: (row: Debt, isOverdue: boolean) => string,
): Column<Debt>[] => [
  {
    label: "المستحق",
    kind: "n",
    cell: (row) => (
      <span>
        {amount(row, "due_amount", hrefOf?.(row, false))} {row.due_amount > 0 && row.currency.code}
        <Notes of={row} />
        {row.remaining_amount > row.due_amount && (
          <small>
            من {amount(row, "remaining_amount")} {row.currency.code}
          </small>
        )}
        <OnAccount {...row} />
        <InCheques {...row} />
        {row.credits.map((credit) => (
          <small key={credit.code}>
            <CreditText {...credit} word={debtKinds[kind].isOwedToOffice ? "له" : "لنا عنده"} />
          </small>
        ))}
      </span>
    ),
  },
  ...ageNames.map(
    (age): Column<Debt> => ({
      label: shortAges[age],
      kind: "n",
      later: true,
      cell: (row) => amount(row, age, hrefOf?.(row, true)),
    }),
  ),
  lastPaymentColumn(kind),
];

const lastPaymentColumn = (kind: DebtKind): Column<Debt> => ({
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
});

/** What a party has with the office in its own currency, on account and refundable, and the latest payment. */
export const depositColumns = (kind: DebtKind): Column<Debt>[] => [
  {
    label: depositHead(kind),
    kind: "n",
    cell: (row) => (
      <span>
        {amount(row, "remaining_amount")} {row.currency.code}
        <OfDeposit {...row} />
        <InCheques {...row} />
      </span>
    ),
  },
  lastPaymentColumn(kind),
];

/** What a deposit consists of, where it is not all on account. */
function OfDeposit({ contracts_amount, invoices_amount, on_account_amount: pot, currency }: Debt) {
  const items = contracts_amount ?? invoices_amount ?? 0;
  if (items === 0) return null;
  const of = contracts_amount === undefined ? "ما له بفواتيره" : "ما على عقوده";
  return (
    <>
      {pot !== 0 && (
        <small>
          تحت الحساب <bdi>{formatAmount(pot, currency.decimals)}</bdi>
        </small>
      )}
      <small>
        {items > 0 ? "يرد من عقوده" : `بعد طرح ${of}`}{" "}
        <bdi>{formatAmount(Math.abs(items), currency.decimals)}</bdi>
      </small>
    </>
  );
}

/** Since when a debt is overdue, and what of it nobody asks for, in one line. */
function Notes({ of: debt }: { of: Debt }) {
  const unasked = debt.cancelled_campaigns_amount ?? 0;
  const notes = [
    debt.overdue_amount > 0 && (
      <span key="since">
        منذ <bdi dir="ltr">{debt.oldest_due_date}</bdi>
      </span>
    ),
    unasked > 0 && (
      <span key="unasked">
        {unasked < debt.remaining_amount && (
          <>
            منه <bdi>{formatAmount(unasked, debt.currency.decimals)}</bdi>{" "}
          </>
        )}
        {cancelledCampaign}
      </span>
    ),
  ].filter((note) => note !== false);
  return notes.length > 0 ? (
    <small>
      <Enumeration of={notes} />
    </small>
  ) : null;
}

/** What is on account beside the documents of a debt. */
const OnAccount = ({ on_account_amount: amount, currency }: Debt) =>
  amount === 0 ? null : (
    <small>
      {amount > 0 ? "بعد طرح" : "منه"} <bdi>{formatAmount(Math.abs(amount), currency.decimals)}</bdi> تحت
      الحساب
    </small>
  );

/** What of the paid amounts is in cheques that were not collected yet. */
const InCheques = ({ cheques_amount: amount = 0, currency }: Debt) =>
  amount > 0 && (
    <small>
      ودُفع <bdi>{formatAmount(amount, currency.decimals)}</bdi> بشيكات لم تحصل
    </small>
  );

/** What a party has on account in a currency in which nothing is owed: «له 1,000.00 USD تحت الحساب». */
export const CreditText = ({ code, decimals, amount, word = "له" }: Credit & { word?: string }) => (
  <>
    {word} <bdi>{formatAmount(amount, decimals)}</bdi> {code} تحت الحساب
  </>
);

/** When a customer was last reminded, how and by whom: «آخر تذكير: أمس، واتساب، سالم». */
export const LastReminded = ({ date, how, by, today }: LastReminder & { today: string }) => (
  <span className="block">
    آخر تذكير: {agoPhrase(date, today)}، {reminderWays[how]}، <bdi>{by}</bdi>
  </span>
);

import { formatAmount } from "~/domain/money";
import { cancelledCampaign } from "~/features/instalments/instalment";
import type { SheetColumn } from "~/http/sheet";
import { exportLoader } from "~/http/sheets.server";
import { type AmountName, ageNames, ages, type Debt, type OwnAmountName } from "./debt";
import { allDebts, firstDebts } from "./debts.server";
import { debtKinds, debtListOf, depositHead } from "./kinds";

const amount = (head: string, name: AmountName | OwnAmountName): SheetColumn<Debt> => ({
  head,
  kind: "number",
  width: 11,
  decimals: ({ currency }) => currency.decimals,
  cell: (row) => row[name],
});

const oldestDueDate: SheetColumn<Debt> = {
  head: "أقدم موعد غير مسدد",
  kind: "date",
  width: 10,
  cell: ({ oldest_due_date }) => oldest_due_date,
};

const otherCredits: SheetColumn<Debt> = {
  head: "تحت الحساب بعملات أخرى",
  width: 16,
  cell: ({ credits }) =>
    credits.map(({ code, decimals, amount }) => `${formatAmount(amount, decimals)} ${code}`).join("، "),
};

/** The day alone: paper has no room for how and by whom. */
const lastReminder: SheetColumn<Debt> = {
  head: "آخر تذكير",
  kind: "date",
  width: 10,
  cell: ({ last_reminder }) => last_reminder?.date,
};

export const loader = exportLoader(["manage_financials"], async ({ params, url: { searchParams } }) => {
  const { list, kind, title } = debtListOf(params, searchParams);
  const { party, lastPayment } = debtKinds[kind];
  const { total: count } = await firstDebts(kind, searchParams, 0, list);
  const columns: SheetColumn<Debt>[] = [
    { head: party, width: 30, cell: ({ name }) => name },
    { head: "رقم الهاتف", width: 18, isCode: true, cell: ({ phone }) => phone },
    { head: "العملة", width: 6, cell: ({ currency }) => currency.code },
    ...(list === "debts"
      ? [
          amount("المستحق", "due_amount"),
          amount("المتأخر", "overdue_amount"),
          ...ageNames.map((age) => amount(`متأخر ${ages[age]}`, age)),
          amount("لم يحل أو يحل اليوم", "upcoming_amount"),
        ]
      : []),
    amount(list === "debts" ? "كل المتبقي" : depositHead(kind), "remaining_amount"),
    amount(
      kind === "customers" ? "على العقود" : "على الفواتير",
      kind === "customers" ? "contracts_amount" : "invoices_amount",
    ),
    amount("تحت الحساب", "on_account_amount"),
    ...(list === "debts" && kind === "customers"
      ? [amount(`منه ${cancelledCampaign}`, "cancelled_campaigns_amount")]
      : []),
    ...(list === "debts" ? [otherCredits, oldestDueDate] : []),
    { head: lastPayment, kind: "date", width: 10, cell: ({ last_payment }) => last_payment?.date },
    { head: "مبلغها", kind: "number", width: 10, cell: ({ last_payment }) => last_payment?.amount },
    { head: "عملتها", width: 6, cell: ({ last_payment }) => last_payment?.code },
    ...(kind === "customers" ? [lastReminder, amount("شيكات لم تحصل", "cheques_amount")] : []),
  ];
  return { title, columns, of: kind, count, rows: allDebts(kind, searchParams, list) };
});

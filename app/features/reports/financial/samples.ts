import type { PeriodName } from "../period";
import type { Report } from "../report";

/* The fixed figures of spec §1 and §2. They are shown as samples and never read from the office's records. */

export type SamplePeriod = Exclude<PeriodName, "free">;

const column = (label: string) => ({ label: `${label} (SAR)`, kind: "amount" as const, decimals: 0 });

const sample = (periods: string[], incomes: number[], expenses: number[]): Report => {
  const sum = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const [receipts, payments] = [sum(incomes), sum(expenses)];
  const text = (amount: number) => `${amount.toLocaleString("en-US")} ر.س`;
  return {
    notes: [],
    figures: [
      { label: "الإيرادات", value: text(receipts) },
      { label: "المصروفات", value: text(payments) },
      { label: "صافي الربح", value: text(receipts - payments) },
    ],
    tables: [
      {
        title: "الإيرادات والمصروفات",
        columns: [{ label: "الفترة" }, column("الإيرادات"), column("المصروفات"), column("الصافي")],
        rows: periods.map((period, place) => {
          const [income = 0, expense = 0] = [incomes[place], expenses[place]];
          return [period, income, expense, income - expense];
        }),
        total: ["المجموع", receipts, payments, receipts - payments],
        chart: { kind: "columns", of: [1, 2] },
      },
    ],
  };
};

/** Of each period: its parts, what came in and what went out. */
export const financialSamples: Record<SamplePeriod, Report> = {
  daily: sample(["صباحًا", "ظهرًا", "مساءً"], [8200, 5400, 6900], [3100, 2600, 1800]),
  weekly: sample(
    ["الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس"],
    [21000, 18500, 24300, 19800, 27600],
    [9500, 7200, 11000, 8700, 12400],
  ),
  monthly: sample(
    ["الأسبوع الأول", "الأسبوع الثاني", "الأسبوع الثالث", "الأسبوع الرابع"],
    [96000, 112000, 87500, 124500],
    [41000, 52500, 39800, 58200],
  ),
  yearly: sample(
    ["الربع الأول", "الربع الثاني", "الربع الثالث", "الربع الرابع"],
    [1180000, 1425000, 980000, 1610000],
    [640000, 765000, 512000, 842000],
  ),
};

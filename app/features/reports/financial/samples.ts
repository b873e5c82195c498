import type { PeriodName } from "../period";
import type { Report } from "../report";

/* The fixed figures of spec §1 and §2. They are shown as samples and never read from the office's records. */

export type SamplePeriod = Exclude<PeriodName, "free">;

const column = (label: string) => ({ label: `${label} (SAR)`, kind: "amount" as const, decimals: 0 });

const sample = (rows: [string, number, number][]): Report => {
  const sum = (place: 1 | 2) => rows.reduce((sum, row) => sum + row[place], 0);
  const [receipts, payments] = [sum(1), sum(2)];
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
        rows: rows.map(([name, income, expense]) => [name, income, expense, income - expense]),
        total: ["المجموع", receipts, payments, receipts - payments],
        chart: { kind: "columns", of: [1, 2] },
      },
    ],
  };
};

export const financialSamples: Record<SamplePeriod, Report> = {
  daily: sample([
    ["صباحًا", 8200, 3100],
    ["ظهرًا", 5400, 2600],
    ["مساءً", 6900, 1800],
  ]),
  weekly: sample([
    ["الأحد", 21000, 9500],
    ["الاثنين", 18500, 7200],
    ["الثلاثاء", 24300, 11000],
    ["الأربعاء", 19800, 8700],
    ["الخميس", 27600, 12400],
  ]),
  monthly: sample([
    ["الأسبوع الأول", 96000, 41000],
    ["الأسبوع الثاني", 112000, 52500],
    ["الأسبوع الثالث", 87500, 39800],
    ["الأسبوع الرابع", 124500, 58200],
  ]),
  yearly: sample([
    ["الربع الأول", 1180000, 640000],
    ["الربع الثاني", 1425000, 765000],
    ["الربع الثالث", 980000, 512000],
    ["الربع الرابع", 1610000, 842000],
  ]),
};

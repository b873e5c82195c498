import type { ReportFamily } from "../report";

/** The accountant's journal and its accounts (books.md, rule 11). */
export const journal = {
  path: "/reports/journal",
  title: "دفتر اليومية",
} as const;

export const chart = {
  path: "/settings/chart",
  title: "ميزان المراجعة ودليل الحسابات",
  reports: { trial: "ميزان المراجعة", accounts: "دليل الحسابات" },
} as const satisfies ReportFamily;

/** What a line is of that has no document with a page. */
export const kindLabels = {
  opening: "رصيد افتتاحي",
  adjustment: "تسوية رصيد",
  closing: "فروق عملة عند الإقفال",
} as const;

/** The name of an account's field in the form of all numbers. */
export const fieldOf = ({ id }: { id: number }) => `number_${id}`;

import type { ReportColumn } from "../report";

/* The columns of these reports, by what stands in them. */

const column =
  (kind: ReportColumn["kind"]) =>
  (label: string): ReportColumn => ({ label, kind });

export const text = column(undefined);
export const count = column("count");
export const percent = column("percent");
export const date = column("date");

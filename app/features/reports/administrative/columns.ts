import type { ReportColumn } from "../report";

/* The columns of these reports by their content. */

const column =
  (kind: ReportColumn["kind"]) =>
  (label: string): ReportColumn => ({ label, kind });

export const text = column(undefined);
export const count = column("count");
export const percent = column("percent");
export const date = column("date");
export const code = column("code");

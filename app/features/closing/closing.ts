export type ClosingDeed = "close" | "reopen";
export const closingDeedLabels: Record<ClosingDeed, string> = { close: "إقفال", reopen: "إعادة فتح" };

/** A decision: a period was closed up to a day, or reopened. */
export type Closing = {
  id: number;
  deed: ClosingDeed;
  /** Null if all periods are open. */
  closed_until: string | null;
  reason: string | null;
  closed_by: string;
  created_at: string;
  /** In the office's time zone, `2026-11-21 14:05`. */
  at: string;
};

export const closing = {
  table: "period_closings",
  path: "/settings/accounts/closing",
  labels: { deed: "العملية", closed_until: "مقفل حتى", extent: "ما يعاد فتحه", reason: "السبب" },
} as const;

/** The choices of reopening. */
export const extents = ["part", "all"] as const;
export const extentLabels: Record<(typeof extents)[number], string> = {
  part: "ما بعد تاريخ أسبق، ويبقى ما قبله مقفلًا",
  all: "كل ما أقفل",
};

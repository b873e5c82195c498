export type ClosingDeed = "close" | "reopen";
export const closingDeedLabels: Record<ClosingDeed, string> = { close: "إقفال", reopen: "إعادة فتح" };

/** One deed: a period closed up to a day, or opened again. */
export type Closing = {
  id: number;
  deed: ClosingDeed;
  /** Null where everything was opened. */
  closed_until: string | null;
  reason: string | null;
  closed_by: string;
  created_at: string;
  /** On the office's clock, `2026-11-21 14:05`. */
  at: string;
};

export const closing = {
  table: "period_closings",
  path: "/settings/accounts/closing",
  labels: { deed: "العملية", closed_until: "مقفل حتى", extent: "ما يعاد فتحه", reason: "السبب" },
} as const;

/** What is opened again. */
export const extents = ["part", "all"] as const;
export const extentLabels: Record<(typeof extents)[number], string> = {
  part: "ما بعد تاريخ أسبق، ويبقى ما قبله مقفلًا",
  all: "كل ما أقفل",
};

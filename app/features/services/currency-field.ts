/** The currency of a service's prices; the default one if none is named. */
export const currencyField = {
  label: "العملة",
  kind: "reference",
  to: "currencies",
  by: "code",
  hasDefault: true,
  sheet: { width: 10 },
} as const;

/** In which the prices of a service are; the default one where none is named. */
export const currencyField = {
  label: "العملة",
  kind: "reference",
  to: "currencies",
  by: "code",
  hasDefault: true,
  sheet: { width: 10 },
} as const;

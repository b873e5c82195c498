/** The commission of an agent, and of a contract. */
export const rateField = {
  label: "نسبة العمولة (%)",
  kind: "percent",
  wrong: "نسبة العمولة من 0 إلى 100، بخانتين عشريتين على الأكثر",
} as const;

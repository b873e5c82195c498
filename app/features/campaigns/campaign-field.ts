/** The campaign of a contract, an invoice or a payment. */
export const campaignField = {
  label: "الحملة",
  kind: "reference",
  to: "campaigns",
  shows: ["name"],
} as const;

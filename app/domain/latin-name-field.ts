/** The name in what is printed in English. */
export const latinNameField = {
  label: "الاسم باللاتينية",
  kind: "latinText",
  max: 150,
  optional: true,
  sheet: { width: 30 },
} as const;

/* Fields that several entities have. */

/** The name in what is printed in English. */
export const latinNameField = {
  label: "الاسم باللاتينية",
  kind: "latinText",
  max: 150,
  optional: true,
  sheet: { width: 30 },
} as const;

/** The name of a row. */
export const nameField = (label: string) =>
  ({ label, kind: "text", max: 150, sheet: { width: 30 } }) as const;

/** The name of a row, and the one in what is printed in English. */
export const nameFields = (label: string) =>
  ({ name: nameField(label), name_latin: latinNameField }) as const;

const longText = { kind: "longText", optional: true } as const;

export const descriptionField = { ...longText, label: "الوصف", max: 1000, sheet: { width: 40 } } as const;
export const notesField = { ...longText, label: "ملاحظات", max: 2000, sheet: { width: 40 } } as const;
export const addressField = { ...longText, label: "العنوان", max: 500, sheet: { width: 30 } } as const;
export const phoneField = { label: "رقم الهاتف", kind: "phone" } as const;
export const emailField = { label: "البريد الإلكتروني", kind: "email", optional: true } as const;

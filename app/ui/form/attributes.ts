import type { Field } from "~/domain/fields";

const latin = { dir: "ltr", autoComplete: "off" } as const;
const wholeNumber = { ...latin, inputMode: "numeric" } as const;
const decimal = { ...latin, inputMode: "decimal" } as const;

const byKind = {
  code: latin,
  latinText: latin,
  latinName: latin,
  phone: { type: "tel", dir: "ltr", inputMode: "tel" },
  email: { type: "email", dir: "ltr" },
  date: { type: "date" },
  documentDate: { type: "date" },
  time: { type: "time" },
  moment: { type: "datetime-local", dir: "ltr" },
  wholeNumber,
  percent: decimal,
  price: decimal,
} as const satisfies Partial<Record<Field["kind"], object>>;
type ByKind = typeof byKind;

export type Attributes<Of> = Of extends { kind: "choice"; choices: infer Choices }
  ? { choices: Choices }
  : Of extends { kind: infer Kind extends keyof ByKind }
    ? ByKind[Kind]
    : Record<never, never>;

/** What a field's kind says of its control: its type, direction and keys, or its choices. */
export function attributesOf<Of>(field: Field | undefined) {
  const attributes =
    field?.kind === "choice" ? { choices: field.choices } : field && byKind[field.kind as keyof ByKind];
  return attributes as Attributes<Of>;
}

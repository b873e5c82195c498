import { z } from "zod";
import { nationalities } from "./countries";
import { isNationality } from "./countries.server";
import type { Field, Fields, InputOf } from "./fields";
import {
  choice,
  code,
  date,
  decimal,
  documentDate,
  email,
  flag,
  id,
  longText,
  optional,
  orElse,
  paperNumber,
  phone,
  price,
  requiredMessage,
  text,
  time,
  wholeNumber,
} from "./input.server";
import { latinName, latinText } from "./latin-name.server";
import { ids } from "./lists.server";
import { moment } from "./moment.server";

type SchemaOfField<Of extends Field> = Of extends { optional: true }
  ? z.ZodOptional<z.ZodType<InputOf<Of> | null>>
  : Of extends { hasDefault: true } | { usual: string | number } | { kind: "references" }
    ? z.ZodOptional<z.ZodType<InputOf<Of>>>
    : z.ZodType<InputOf<Of>>;

export type SchemaOf<Of extends Fields> = z.ZodObject<{
  [Name in keyof Of & string as Of[Name] extends { computed: true } ? never : Name]: SchemaOfField<Of[Name]>;
}>;

/** The schema of an entity's creation. A change takes any part of it. */
export const schemaOf = <Of extends Fields>(fields: Of) =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) =>
        field.computed ? [] : [[name, schemaOfField(field)]],
      ),
    ),
  ) as unknown as SchemaOf<Of>;

function schemaOfField(field: Field): z.ZodType {
  const piece = pieceOf(field);
  if (field.kind === "code" && field.ofPaper && !field.optional)
    return piece.refine(Boolean, requiredMessage);
  if (field.optional) return optional(piece);
  if (field.usual !== undefined) return orElse(piece, field.usual);
  return field.hasDefault ? piece.optional() : piece;
}

/** The schema of a value, by the kind of field. */
const pieces: { [Kind in Field["kind"]]: (field: Field & { kind: Kind }) => z.ZodType } = {
  text: ({ max }) => text(max),
  longText: ({ max }) => longText(max),
  code: ({ max, ofPaper }) => (ofPaper ? paperNumber(max) : code(max)),
  latinText: ({ max }) => latinText(max),
  latinName: () => latinName(),
  phone: () => phone(),
  email: () => email(),
  date: () => date(),
  documentDate: () => documentDate(),
  time: () => time(),
  moment: () => moment(),
  country: () => country(),
  choice: ({ choices }) => choice(Object.keys(choices) as [string, ...string[]]),
  flag: () => flag(),
  reference: () => id(),
  references: () => ids(),
  wholeNumber: (field) => wholeNumber(field),
  price: ({ wrong }) => price(wrong),
  percent: ({ wrong }) => percent(wrong),
};

export const pieceOf = (field: Field): z.ZodType =>
  (pieces[field.kind] as (field: Field) => z.ZodType)(field);

/** A country's code, in any case. */
function country() {
  return code(3)
    .transform((code) => code.toUpperCase())
    .refine(isNationality, "اختر قيمة من القائمة");
}

/** A number from 0 to 100. */
function percent(wrong: string) {
  const rate = decimal({ decimals: 2, message: wrong, minMessage: wrong });
  return rate.refine((value) => Number(value) <= 100, wrong);
}

/** The words for the codes of each choice, flag and country field. */
export function codesOf(fields: Fields) {
  const codes: Record<string, Readonly<Record<string, string>>> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === "choice") codes[name] = field.choices;
    if (field.kind === "flag") codes[name] = field.words;
    if (field.kind === "country") codes[name] = nationalityNames;
  }
  return codes;
}

const nationalityNames = Object.fromEntries(nationalities);

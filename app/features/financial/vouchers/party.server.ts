import type { z } from "zod";
import { type Asked, offer } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { invalid } from "~/domain/domain-error";
import { requiredMessage } from "~/domain/input.server";

/*
 * Who pays a receipt or is paid: a reference to a customer, an agent and so on, or a typed name.
 */

/** @property references the field of each type, the last of them the typed name */
type Parties<Type extends string> = {
  field: "payer_type" | "beneficiary_type";
  references: Readonly<Record<Type, string>>;
  /** The sentence for more than one reference without a type. */
  several: string;
  /** The type where nothing says it. */
  usual?: NoInfer<Type>;
};

/** The type that was sent, or the type of the only reference. @throws DomainError invalid */
export function typeOf<Type extends string>(
  { field, references, several }: Parties<Type>,
  input: object,
): Type | undefined {
  const sent = input as Record<string, unknown>;
  if (sent[field]) return sent[field] as Type;
  const types = (Object.keys(references) as Type[]).filter(
    (type) => type !== "other" && sent[references[type]],
  );
  if (types.length > 1) throw invalid(field, several);
  return types[0];
}

/** The references of all other types, which are empty. */
export const withoutOthers = <Type extends string>({ references }: Parties<Type>, type: Type) =>
  Object.fromEntries(
    (Object.keys(references) as Type[]).filter((one) => one !== type).map((one) => [references[one], null]),
  );

/** A schema that reports a missing party together with the other faults. */
export const withParty = <Schema extends z.ZodObject, Type extends string>(
  schema: Schema,
  { field, references, usual }: Parties<Type>,
): Schema =>
  schema.superRefine(
    (input, context) => {
      const sent = Object.hasOwn(references, String(input[field])) ? (input[field] as Type) : undefined;
      const isInferred = !sent && Object.values<string>(references).some((one) => input[one]);
      const type = sent ?? usual;
      const wanted = type ? references[type] : field;
      if (!input[wanted] && !isInferred)
        context.addIssue({ code: "custom", path: [wanted], message: requiredMessage });
    },
    { when: () => true },
  );

type NamedRow = { id: number; name: string; is_active: boolean };

/** Inactive partners are among them, since money may still come from them or be owed to them. */
export const partnerOffer = (
  asked: Asked,
  field: "agent_id" | "supplier_id",
  table: "agents" | "suppliers",
) =>
  offer<NamedRow>(asked, field, {
    table,
    rows: db(table).select("id", "name", "is_active"),
    toChoice: ({ id, name, is_active }) => [id, is_active ? name : `${name} (غير نشط)`],
  });

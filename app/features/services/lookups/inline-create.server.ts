import { parse, requiredMessage } from "~/domain/input.server";
import type { SessionUser } from "~/domain/permissions";
import { step } from "~/http/form-steps.server";
import { carriedBy, keyOfAdding, kindToAdd } from "~/http/inline-create.server";
import { refusalOf } from "~/http/screen.server";
import { statusOf } from "~/http/status";
import { writeOnce } from "~/http/writes.server";
import { lookupKinds, lookups } from "./lookup";
import { createLookup, lookupSchema } from "./lookups.server";

/**
 * The steps of a form that adds a choice to one of its selects (spec §2): the button that opens the small dialog, and the
 * dialog's two buttons. The form keeps all typed values, and the new choice becomes the chosen one.
 * @returns undefined if the form itself was posted
 */
export async function addToLookup(form: FormData, user: SessionUser) {
  const kindName = kindToAdd(form);
  if (kindName === undefined) return undefined;
  const kind = lookupKinds.find((known) => known === kindName);
  const values = carriedBy(form);
  const value = form.get("lookup_value");
  const isBlank = typeof value === "string" && !value.trim();
  if (!kind || value === null) return step({ ...values, lookup: kind });
  if (isBlank && kind === "service-categories") return step(values); // silently ignored (spec §5)

  const { column, reference, label, failure, required } = lookups[kind];
  try {
    const input = parse(lookupSchema(kind), { [column]: value }, { [column]: label });
    const { id } = await writeOnce({ user, key: keyOfAdding(form) }, { [kind]: input }, (trx) =>
      createLookup(trx, kind, input),
    );
    return step({ ...values, [reference]: String(id) }, { added: { kind, id } });
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    const { message, fields } = refusal;
    const missed = Object.values(fields ?? {}).includes(requiredMessage);
    return step(
      { ...values, lookup: kind, lookup_value: value },
      { refusal: `${failure}: ${missed ? required : message}` },
      statusOf(refusal),
    );
  }
}

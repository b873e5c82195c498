import { z } from "zod";
import { DomainError } from "~/domain/domain-error";
import { valuesOf } from "~/domain/form-values";
import { list, mostOfForm, record } from "~/domain/lists.server";

/*
 * The small dialog over a form (ui/inline-create.tsx) posts `adding` (the kind of the new row) and `typed` (all values of the
 * form). The button that opens the dialog sends `lookup`; the buttons that close it send an empty `lookup`.
 */

/** The kind of row to add: undefined if the form itself was posted, empty if the dialog closes. */
export function kindToAdd(form: FormData) {
  return form.get("lookup") ?? form.get("adding") ?? undefined;
}

/** The form's own fields, or those that the dialog carries for it: texts and lists of texts. */
export function carriedBy(form: FormData): Record<string, string | string[]> {
  const draft = form.get("typed");
  if (typeof draft !== "string") {
    const { lookup: _, ...values } = valuesOf(form);
    return values;
  }
  try {
    return carriedFields.parse(JSON.parse(draft));
  } catch {
    throw new DomainError("unreadable", "تعذرت قراءة النموذج، افتحه من جديد");
  }
}

/** The idempotency key of a dialog. */
export function keyOfAdding(form: FormData) {
  const key = form.get("lookup_key");
  return typeof key === "string" ? key : null;
}

const carriedText = z.union([z.string(), z.number()]).transform(String);
const carriedFields = record(
  z.union([z.null().transform(() => ""), carriedText, list(carriedText, mostOfForm)]),
  mostOfForm,
);

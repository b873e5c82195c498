import { z } from "zod";
import { DomainError } from "~/domain/domain-error";
import { valuesOf } from "~/domain/form-values";

/*
 * What the small dialog over a form posts (ui/inline-create.tsx): `adding` is what is added, and `typed` all that was typed in the
 * form. The button that opens the dialog sends `lookup`, those that close it send it blank.
 */

/** What a form asks to add; undefined where the form itself was posted, blank where the dialog closes. */
export function kindToAdd(form: FormData) {
  return form.get("lookup") ?? form.get("adding") ?? undefined;
}

/** The form's own fields, or those that the small dialog carries for it: texts, and lists of texts. */
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

/** A dialog sent twice adds once. */
export function keyOfAdding(form: FormData) {
  const key = form.get("lookup_key");
  return typeof key === "string" ? key : null;
}

const carriedText = z.union([z.string(), z.number()]).transform(String);
const carriedFields = z.record(
  z.string(),
  z.union([z.null().transform(() => ""), carriedText, z.array(carriedText)]),
);

import { data } from "@remix-run/node";
import { valuesOf } from "~/domain/form-values";
import { typedSearch } from "~/domain/search-step";
import { foreignOf, secretFields } from "./form-author.server";

/**
 * The answer of a form's step: it checks nothing and keeps all typed values except passwords.
 * @param error what the step itself refuses, by field
 */
export function step<More extends object>(
  values: object,
  more?: More,
  status = 200,
  error?: Record<string, string[]>,
) {
  const initialValue = { ...values, password: undefined };
  const searched = typedSearch((name) => [Reflect.get(values, name) ?? []].flat())?.field;
  return data({ result: { initialValue, error }, current: undefined, searched, ...more }, { status });
}

/** The step that shows a held form again, or another user's. */
export function heldStep<More extends object>(form: FormData, more?: More) {
  const { intent: _, ...values } = valuesOf(form);
  for (const name of secretFields) delete values[name];
  const foreign = foreignOf(form);
  const sentence = foreign?.sentence ?? "انتهت جلستك قبل أن يحفظ النموذج: راجع ما كتبته ثم احفظ";
  return step(values, { ...more, foreign }, foreign ? 409 : 200, { "": [sentence] });
}

/*
 * A search within a form is a step of the form. Beside its field the form sends, as `search_step`, what was searched last. So the
 * server knows which search was typed and not made: without scripts, Enter presses the form's first button and not the search's.
 */

/** The intent of a form's first button. */
export const enter = "enter";

/** The value of `search_step`. */
export const noteOfStep = (intent: string, field: string, query = "") => `${intent} ${field} ${query}`;

/**
 * The search whose text is not the one that was searched last.
 * @param read gives a form's values of a name
 */
export function typedSearch(read: (name: string) => unknown[]) {
  for (const note of read("search_step")) {
    const [, intent, field, last] = /^(\w+) (\w+) (.*)$/s.exec(String(note)) ?? [];
    if (intent && field && String(read(field)[0] ?? "").trim() !== last?.trim()) return { intent, field };
  }
}

/** Makes Enter in a form the step of the search that was typed and not made, or no step: then it saves. */
export function resolveEnter(form: FormData) {
  if (form.get("intent") !== enter) return form;
  const search = typedSearch((name) => form.getAll(name));
  form.delete("intent");
  if (search) form.set("intent", search.intent);
  return form;
}

/** What was typed in a form, as it is given back to it: texts; of a repeated field, such as boxes, all. */
export function valuesOf(form: FormData): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (const name of new Set(form.keys())) {
    const texts = form.getAll(name).filter((value) => typeof value === "string");
    if (texts.length) values[name] = texts.length > 1 ? texts : (texts[0] ?? "");
  }
  return values;
}

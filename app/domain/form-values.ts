/** The most fields of a form, and so the most rows that one can choose by boxes. */
export const mostFormFields = 300;

/** The typed values of a form, to show it again: texts, and lists of texts for repeated fields such as boxes. */
export function valuesOf(form: FormData): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (const name of new Set(form.keys())) {
    const texts = form.getAll(name).filter((value) => typeof value === "string");
    if (texts.length) values[name] = texts.length > 1 ? texts : (texts[0] ?? "");
  }
  return values;
}

import { valuesOf } from "~/domain/form-values";
import { step } from "./form-steps.server";

/**
 * The steps of a field of rows without JavaScript (ui/form/rows-field.tsx): a row more (`add_stay`), or one less (`drop_stay_0`).
 * Undefined for another button.
 * @param of the row's name in the buttons
 * @param name of the field, under which the values of the rows stand in turn
 * @param blank the row that is added
 */
export function rowStep<Row extends Record<string, string>>(
  form: FormData,
  of: string,
  name: string,
  rows: Row[],
  blank: Row,
) {
  const intent = String(form.get("intent"));
  const [, place] = new RegExp(`^drop_${of}_(\\d{1,2})$`).exec(intent) ?? [];
  if (intent !== `add_${of}` && place === undefined) return undefined;
  const others = place ? rows.filter((_, index) => index !== Number(place)) : [...rows, blank];
  return step({ ...valuesOf(form), [name]: others.flatMap((row) => Object.values(row)) });
}

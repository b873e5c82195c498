import type { Field, Fields } from "~/domain/fields";
import { choiceOf, flagOf, idOf } from "./list.server";
import { withoutUndefined } from "./rows.server";

/**
 * What an address filters by, of the fields that a list may be filtered by: a value of each that is named, by its column.
 * @throws DomainError invalid
 */
export const fieldFilters = (fields: Fields, names: readonly string[], params: URLSearchParams) =>
  withoutUndefined(Object.fromEntries(names.map((name) => [name, valueOf(params, name, fields[name])])));

function valueOf(params: URLSearchParams, name: string, field: Field | undefined) {
  switch (field?.kind) {
    case "choice":
      return choiceOf(params, name, Object.keys(field.choices) as [string, ...string[]]);
    case "flag":
      return flagOf(params, name);
    case "reference":
      return idOf(params, name);
    default:
      throw new Error(`No list is filtered by ${name}`);
  }
}

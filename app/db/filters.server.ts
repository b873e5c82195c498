import type { Field, Fields } from "~/domain/fields";
import { pieceOf } from "~/domain/fields.server";
import { choice } from "~/domain/input.server";
import { filterOf } from "./list.server";
import { withoutUndefined } from "./rows.server";

/**
 * Reads what an address filters by, of the fields that a list may be filtered by: a value of each that is named, by its column.
 * What it gives throws DomainError invalid.
 */
export function fieldFilters(fields: Fields, names: readonly string[]) {
  const pieces = names.map((name) => [name, filterPieceOf(fields[name] as Field)] as const); // once: a schema is dear to make
  return (params: URLSearchParams) =>
    withoutUndefined(
      Object.fromEntries(pieces.map(([name, piece]) => [name, filterOf(params, name, piece)])),
    );
}

const filterPieceOf = (field: Field) =>
  field.kind === "flag" ? choice(["true", "false"]).transform((word) => word === "true") : pieceOf(field);

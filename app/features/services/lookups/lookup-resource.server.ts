import { db } from "~/db/knex.server";
import { jsonResource } from "~/http/resource.server";
import { type LookupKind, lookups, type NamedLookup, type Rating } from "./lookup";
import { createLookup, listLookup, lookupSchema } from "./lookups.server";

/** The calls of a lookup (spec §7). */
export function lookupResource(kind: LookupKind) {
  const { table, item, column, label, required } = lookups[kind];
  return jsonResource<NamedLookup | Rating, ReturnType<typeof lookupSchema>>({
    key: table,
    item,
    write: "manage_services",
    schema: lookupSchema(kind),
    labels: { [column]: label },
    requiredSentence: required,
    list: (params) => listLookup(db, kind, params),
    create: (trx, input) => createLookup(trx, kind, input),
  });
}

import { db } from "~/db/knex.server";
import { entityCalls } from "~/http/resource.server";
import { city } from "./city";
import { type LookupKind, lookups, type NamedLookup, type Rating } from "./lookup";
import { createLookup, listLookup, lookupSchema } from "./lookups.server";

/** The calls of a lookup (spec §7). */
export function lookupResource(kind: LookupKind) {
  const { table, item, column, label, required } = lookups[kind];
  return entityCalls<NamedLookup | Rating, ReturnType<typeof lookupSchema>>(
    {
      key: table,
      item,
      write: "manage_services",
      labels: kind === "cities" ? city.labels : { [column]: label },
      required,
    },
    {
      schema: lookupSchema(kind),
      list: (params) => listLookup(db, kind, params),
      create: (trx, input) => createLookup(trx, kind, input),
    },
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/knex.server";
import { jsonResource } from "~/http/resource.server";
import { type LookupKind, lookupKinds, lookups, type NamedLookup, type Rating } from "./lookup";
import { createLookup, listLookup, lookupSchema } from "./lookups.server";

const resources = lookupKinds.map((kind) => ({ kind, calls: callsOf(kind) }));

function callsOf(kind: LookupKind) {
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

/** One module serves the five addresses. */
function callsAt({ request }: LoaderFunctionArgs | ActionFunctionArgs) {
  const { pathname } = new URL(request.url);
  const found = resources.find(({ kind }) => pathname.startsWith(`/api/${kind}`));
  if (!found) throw new Error(`No lookup at ${pathname}`);
  return found.calls;
}

export const loader = (args: LoaderFunctionArgs) => callsAt(args).loader(args);
export const action = (args: ActionFunctionArgs) => callsAt(args).action(args);

import type { ActionFunctionArgs } from "@remix-run/node";
import { db } from "~/db/knex.server";
import { entityCalls } from "~/http/resource.server";
import { allow, idParam } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { customers } from "../customers.server";
import { note, notesOf } from "../note";
import { notes } from "../notes.server";

/** The calls of the address's person: /customers/{id}/notes, and those of one note below it. */
async function callsOf({ params }: Visit) {
  const { id } = await customers.find(db, idParam(params.customer));
  return entityCalls(notesOf(id), notes(id));
}

const serve = allow([note.write], async (visit) =>
  (await callsOf(visit)).action(visit as unknown as ActionFunctionArgs),
);

export const loader = serve;
export const action = serve;

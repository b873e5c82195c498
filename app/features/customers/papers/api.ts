import type { ActionFunctionArgs } from "@remix-run/node";
import { db } from "~/db/knex.server";
import { readersOf } from "~/domain/entity";
import { entityCalls } from "~/http/resource.server";
import { allow, idParam } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { customer } from "../customer";
import { customers } from "../customers.server";
import { papersOf } from "../paper";
import { papers, uploadOf } from "../papers.server";

/** The calls of the address's person: /customers/{id}/papers, and those of one paper below it. */
async function callsOf({ params }: Visit) {
  const { id } = await customers.find(db, idParam(params.customer));
  return entityCalls(papersOf(id), papers(id), { file: uploadOf });
}

const serve = allow(readersOf(customer), async (visit) =>
  (await callsOf(visit)).action(visit as unknown as ActionFunctionArgs),
);

export const loader = serve;
export const action = serve;

import { db } from "~/db/knex.server";
import { parse } from "~/domain/input.server";
import { keepConnectionUntil } from "~/framework/answers.server";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { cancelContracts, requireCancelled, resultOf, termsSchema } from "./cancel-contracts.server";
import { termsLabels } from "./cancellation";
import { contract } from "./contract";

/** POST /campaigns/{id}/cancel-contracts cancels the contracts of a cancelled campaign; GET tells how many were, for the page that waits. */
const calls = call({
  GET: allow([contract.write], async ({ request, params }) => {
    const id = idParam(params.id);
    await requireCancelled(db, id);
    return json(request, { progress: (await resultOf(db, id)).cancelled });
  }),
  POST: allow([contract.write], async ({ request, params, user }) => {
    const id = idParam(params.id);
    const terms = parse(termsSchema, await readJson(request), termsLabels);
    return json(request, await keepConnectionUntil(request, cancelContracts(user, id, terms)));
  }),
});

export const loader = calls.loader;
export const action = calls.action;

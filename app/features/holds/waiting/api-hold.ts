import { parse } from "~/domain/input.server";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { keyOf, writeOnce } from "~/http/writes.server";
import { hold } from "../hold";
import { waiting } from "./waiting";
import { holdOf, holdTerms } from "./waiting.server";

/** POST /waiting-list/{id}/hold: holds seats for somebody who waits, who then leaves the list. Answers 201 with the hold. */
const calls = call({
  POST: allow([waiting.write], async ({ request, params, user }) => {
    const id = idParam(params.id);
    const terms = parse(holdTerms, await readJson(request), hold.labels, hold.required);
    const row = await writeOnce({ user, key: keyOf(request) }, { waiting: id, terms }, (trx) =>
      holdOf(trx, id, terms),
    );
    return json(request, { [hold.item]: row }, { status: 201 });
  }),
});

export const loader = calls.loader;
export const action = calls.action;

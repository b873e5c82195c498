import { parse } from "~/domain/input.server";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call } from "~/http/screen.server";
import { keyOf, writeOnce } from "~/http/writes.server";
import { applicationSchema, applyForGroup } from "./application.server";
import { visa } from "./visa";

/** POST /visas/apply with {group_id}: applies for visas, and answers who was included, and who was left out and why. */
const calls = call({
  POST: allow([visa.write], async ({ request, user }) => {
    const input = parse(applicationSchema, await readJson(request), visa.labels);
    const result = await writeOnce({ user, key: keyOf(request) }, { application: input }, (trx) =>
      applyForGroup(trx, input, { user }),
    );
    return json(request, result, { status: 201 });
  }),
});

export const loader = calls.loader;
export const action = calls.action;

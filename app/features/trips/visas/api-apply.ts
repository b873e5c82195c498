import type { LoaderFunctionArgs } from "@remix-run/node";
import { transact } from "~/db/knex.server";
import { once } from "~/db/once.server";
import { parse } from "~/domain/input.server";
import { readJson } from "~/http/body.server";
import { json, notAllowed } from "~/http/json.server";
import { call } from "~/http/screen.server";
import { applicationSchema, applyForGroup } from "./applying.server";
import { visa } from "./visa";

export const loader = async ({ request }: LoaderFunctionArgs) => notAllowed(request, ["POST"]);

/** POST /visas/apply with {group_id}: who of the group has a visa applied for now, and who was left out and why. */
export const action = call([visa.write], async ({ request, user }) => {
  if (request.method !== "POST") return notAllowed(request, ["POST"]);
  const input = parse(applicationSchema, await readJson(request), visa.labels);
  const key = request.headers.get("Idempotency-Key");
  const applied = await transact(user, (trx) =>
    once(trx, user.id, key, { application: input }, () => applyForGroup(trx, input, { user })),
  );
  return json(request, applied, { status: 201 });
});

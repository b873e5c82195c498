import type { LoaderFunctionArgs } from "@remix-run/node";
import { transact } from "~/db/knex.server";
import { once } from "~/db/once.server";
import { parse } from "~/domain/input.server";
import { readJson } from "~/http/body.server";
import { json, notAllowed } from "~/http/json.server";
import { call, idParam } from "~/http/screen.server";
import { decideVisa, decisionSchema } from "./decisions.server";
import { decisionLabels, visa as entity } from "./visa";

export const loader = async ({ request }: LoaderFunctionArgs) => notAllowed(request, ["PUT"]);

/** PUT /visas/{id}/status with {status, change_reason} (spec §7): rejects, since an approval needs its file. */
export const action = call([entity.write], async ({ request, params, user }) => {
  if (request.method !== "PUT") return notAllowed(request, ["PUT"]);
  const id = idParam(params.id);
  const body = await readJson(request);
  const decision = parse(decisionSchema, body, decisionLabels);
  const readAt = typeof body.updated_at === "string" ? body.updated_at : undefined;
  const key = request.headers.get("Idempotency-Key");
  const visa = await transact(user, (trx) =>
    once(trx, user.id, key, { visa: id, ...decision }, () => decideVisa(trx, id, decision, { user, readAt })),
  );
  return json(request, { visa });
});

import type { LoaderFunctionArgs } from "@remix-run/node";
import { once } from "~/db/once.server";
import { parse } from "~/domain/input.server";
import { paperOf } from "~/files/paper.server";
import { transactWithFile } from "~/files/storage.server";
import { readForm } from "~/http/body.server";
import { json, notAllowed } from "~/http/json.server";
import { call, idParam } from "~/http/screen.server";
import { decideVisa, decisionSchema } from "./decisions.server";
import { decisionLabels, visa as entity, visaFolder } from "./visa";

export const loader = async ({ request }: LoaderFunctionArgs) => notAllowed(request, ["POST"]);

/** POST /visas/{id}/approve, a form of file, visa_number and change_reason (spec §7). */
export const action = call([entity.write], async ({ request, params, user }) => {
  if (request.method !== "POST") return notAllowed(request, ["POST"]);
  const id = idParam(params.id);
  const form = await readForm(request, { files: true });
  const sent = { ...Object.fromEntries(form), status: "approved" };
  const decision = parse(decisionSchema, sent, decisionLabels);
  const file = await paperOf(form, visaFolder);
  const key = request.headers.get("Idempotency-Key");
  const visa = await transactWithFile(user, file, (trx) =>
    once(trx, user.id, key, { visa: id, ...decision, file: file?.hash }, () =>
      decideVisa(trx, id, decision, { user, file }),
    ),
  );
  return json(request, { visa });
});

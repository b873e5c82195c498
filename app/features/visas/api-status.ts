import { parse } from "~/domain/input.server";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { keyOf, readAtOf, writeOnce } from "~/http/writes.server";
import { decideVisa, decisionSchema } from "./decisions.server";
import { decisionLabels, visa as entity } from "./visa";

/** PUT /visas/{id}/status with {status, change_reason} (spec §7): it only rejects, since an approval needs its file. */
const calls = call({
  PUT: allow([entity.write], async ({ request, params, user }) => {
    const id = idParam(params.id);
    const body = await readJson(request);
    const decision = parse(decisionSchema, body, decisionLabels);
    const readAt = readAtOf(body);
    const visa = await writeOnce({ user, key: keyOf(request) }, { visa: id, ...decision }, (trx) =>
      decideVisa(trx, id, decision, { user, readAt }),
    );
    return json(request, { visa });
  }),
});

export const loader = calls.loader;
export const action = calls.action;

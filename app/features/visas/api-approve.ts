import { parse } from "~/domain/input.server";
import { paperOf } from "~/files/paper.server";
import { readForm } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { keyOf, writeOnce } from "~/http/writes.server";
import { decideVisa, decisionSchema } from "./decisions.server";
import { decisionLabels, visa as entity, visaFolder } from "./visa";

/** POST /visas/{id}/approve, a form of file, visa_number and change_reason (spec §7). */
const calls = call({
  POST: allow([entity.write], async ({ request, params, user }) => {
    const id = idParam(params.id);
    const form = await readForm(request, { files: true });
    const body = { ...Object.fromEntries(form), status: "approved" };
    const decision = parse(decisionSchema, body, decisionLabels);
    const file = await paperOf(form, visaFolder);
    const visa = await writeOnce({ user, key: keyOf(request), file }, { visa: id, ...decision }, (trx) =>
      decideVisa(trx, id, decision, { user, file }),
    );
    return json(request, { visa });
  }),
});

export const loader = calls.loader;
export const action = calls.action;

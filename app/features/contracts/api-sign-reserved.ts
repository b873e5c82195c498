import { parse } from "~/domain/input.server";
import { waiting } from "~/features/holds/waiting/waiting";
import { isAt } from "~/http/address.server";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { keyOf, writeOnce } from "~/http/writes.server";
import { contract } from "./contract";
import { reservedLabels, reservedSchema, signReserved } from "./reserved-signing.server";

/** POST /holds/{id}/sign and /waiting-list/{id}/sign: signs contracts with these customers. Answers 201 with them. */
const calls = call({
  POST: allow([contract.write], async ({ request, params, user }) => {
    const id = idParam(params.id);
    const kind = isAt(request, `/api${waiting.path}/:id/sign`) ? "waiting_id" : "hold_id";
    const input = parse(
      reservedSchema,
      await readJson(request),
      reservedLabels,
      "الرجاء اختيار العملاء والباقة",
    );
    const contracts = await writeOnce({ user, key: keyOf(request) }, { [kind]: id, input }, (trx) =>
      signReserved(trx, kind, id, input, { user }),
    );
    return json(request, { [contract.key]: contracts }, { status: 201 });
  }),
});

export const loader = calls.loader;
export const action = calls.action;

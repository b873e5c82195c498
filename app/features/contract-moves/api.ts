import { parse } from "~/domain/input.server";
import { contract } from "~/features/contracts/contract";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { keyOf, readAtOf, writeOnce } from "~/http/writes.server";
import { moveLabels, requiredMove } from "./move";
import { moveContract, moveSchema } from "./moves.server";

/** POST /contracts/{id}/move: moves a contract to another campaign or package. Answers 201 with the new one, and the group that its customer has left. */
const calls = call({
  POST: allow([contract.write], async ({ request, params, user }) => {
    const id = idParam(params.id);
    const body = await readJson(request);
    const terms = parse(moveSchema, body, moveLabels, requiredMove);
    const readAt = readAtOf(body);
    const { left_group, ...row } = await writeOnce(
      { user, key: keyOf(request) },
      { move: [id], terms },
      (trx) => moveContract(trx, id, terms, { user, readAt }),
    );
    return json(request, { [contract.item]: row, ...(left_group && { left_group }) }, { status: 201 });
  }),
});

export const loader = calls.loader;
export const action = calls.action;

import { parse } from "~/domain/input.server";
import { contract } from "~/features/contracts/contract";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call } from "~/http/screen.server";
import { keyOf, writeOnce } from "~/http/writes.server";
import { moveLabels, requiredMove } from "./move";
import { moveContracts, severalSchema } from "./moves.server";

/** POST /contracts/move with `contract_ids`: moves up to twenty contracts, all of them or none. Answers 201 with the new ones. */
const calls = call({
  POST: allow([contract.write], async ({ request, user }) => {
    const input = parse(severalSchema, await readJson(request), moveLabels, requiredMove);
    const { contract_ids, ...terms } = input;
    const { contracts, left } = await writeOnce({ user, key: keyOf(request) }, { move: input }, (trx) =>
      moveContracts(trx, contract_ids, terms, { user }),
    );
    return json(request, { [contract.key]: contracts, left_groups: left }, { status: 201 });
  }),
});

export const loader = calls.loader;
export const action = calls.action;

import { parse } from "~/domain/input.server";
import { group } from "~/features/groups/group";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { keyOf, writeOnce } from "~/http/writes.server";
import { copyLabels } from "../room";
import { copyRoomsOf, copySchema } from "./copies.server";

/** POST /groups/{id}/rooms/copy with {from_hotel_id, from_visit, hotel_id, visit}: the numbers of rooms copied and left. */
const calls = call({
  POST: allow([group.write], async ({ request, params, user }) => {
    const id = idParam(params.group);
    const input = parse(copySchema, await readJson(request), copyLabels);
    const { copied, left } = await writeOnce({ user, key: keyOf(request) }, { group: id, ...input }, (trx) =>
      copyRoomsOf(trx, id, input),
    );
    return json(request, { copied, left: left.length });
  }),
});

export const loader = calls.loader;
export const action = calls.action;

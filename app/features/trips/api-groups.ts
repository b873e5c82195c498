import type { LoaderFunctionArgs } from "@remix-run/node";
import { db, transact } from "~/db/knex.server";
import { searchOf } from "~/db/list.server";
import { parse } from "~/domain/input.server";
import { group } from "~/features/groups/group";
import { notTravelling } from "~/features/moving/moved";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { answerList } from "~/http/resource.server";
import { allow, call, idParam } from "~/http/screen.server";
import { keyOf, writeOnce } from "~/http/writes.server";
import { trip } from "./trip";
import { groupsOf, linkGroup, linkSchema, unlinkGroup } from "./trip-groups.server";
import { trips } from "./trips.server";

/** /trips/{id}/groups (spec §7). */
const list = call({
  GET: allow([trip.write], async (visit) => {
    const { id } = await trips.find(db, idParam(visit.params.trip));
    return answerList(visit, group, groupsOf(db, id, searchOf(visit.url.searchParams)));
  }),
  POST: allow([trip.write], async ({ request, params, user }) => {
    const tripId = idParam(params.trip);
    const input = parse(linkSchema, await readJson(request), { group_id: "المجموعة" });
    const group = await writeOnce({ user, key: keyOf(request) }, { trip: tripId, ...input }, (trx) =>
      linkGroup(trx, tripId, input),
    );
    return json(request, { group }, { status: 201 });
  }),
});

/** /trips/{id}/groups/{groupId} (spec §7). */
const one = call({
  DELETE: allow([trip.write], async ({ request, params, user }) => {
    const [tripId, groupId] = [idParam(params.trip), idParam(params.group)];
    const { not_travelling } = await transact(user, (trx) => unlinkGroup(trx, tripId, groupId));
    return json(request, { success: true, ...notTravelling(not_travelling) });
  }),
});

const callsAt = ({ params }: LoaderFunctionArgs) => (params.group === undefined ? list : one);

export const loader = (args: LoaderFunctionArgs) => callsAt(args).loader(args);
export const action = (args: LoaderFunctionArgs) => callsAt(args).action(args);

import { db, transact } from "~/db/knex.server";
import { searchOf } from "~/db/list.server";
import { once } from "~/db/once.server";
import { parse } from "~/domain/input.server";
import { readJson } from "~/http/body.server";
import { json, notAllowed } from "~/http/json.server";
import { answerList } from "~/http/resource.server";
import { call, idParam } from "~/http/screen.server";
import { group } from "../groups/group";
import { trip } from "./trip";
import { groupsOf, linkGroup, linkSchema, unlinkGroup } from "./trip-groups.server";
import { trips } from "./trips.server";

/** /trips/{id}/groups and /trips/{id}/groups/{groupId} (spec §7). */
export const loader = call([trip.write], async (visit) => {
  const { request, params, url } = visit;
  if (params.group !== undefined) return notAllowed(request, ["DELETE"]);
  const { id } = await trips.find(db, idParam(params.trip));
  return answerList(visit, group, groupsOf(db, id, searchOf(url.searchParams)));
});

export const action = call([trip.write], async ({ request, params, user }) => {
  const tripId = idParam(params.trip);
  if (request.method === "POST" && params.group === undefined) {
    const input = parse(linkSchema, await readJson(request), { group_id: "المجموعة" });
    const key = request.headers.get("Idempotency-Key");
    const group = await transact(user, (trx) =>
      once(trx, user.id, key, { trip: tripId, ...input }, () => linkGroup(trx, tripId, input)),
    );
    return json(request, { group }, { status: 201 });
  }
  if (request.method === "DELETE" && params.group !== undefined) {
    const groupId = idParam(params.group);
    await transact(user, (trx) => unlinkGroup(trx, tripId, groupId));
    return json(request, { success: true });
  }
  return notAllowed(request, params.group === undefined ? ["GET", "POST"] : ["DELETE"]);
});

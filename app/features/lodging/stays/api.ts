import { z } from "zod";
import { db, transact } from "~/db/knex.server";
import { parse } from "~/domain/input.server";
import { list } from "~/domain/lists.server";
import { groups } from "~/features/groups/groups.server";
import { withVisits } from "~/features/journey/lodgings.server";
import { staysOfGroup } from "~/features/journey/stay-dates.server";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { readAtOf } from "~/http/writes.server";
import { groupStay } from "./group-stay";
import { saveGroupStays, stayChoice } from "./group-stays.server";

const { write, labels } = groupStay;
const schema = z.object({
  stays: list(stayChoice, 500, { long: "الإقامات أكثر من المسموح", wrong: "أرسل الإقامات في قائمة" }),
});

const calls = call({
  /** GET /groups/{id}/stays: the stays of its members' packages, with their dates. */
  GET: allow([write], async ({ request, params }) => {
    const { id } = await groups.find(db, idParam(params.group));
    return json(request, { stays: withVisits(await staysOfGroup(db, id)) });
  }),
  /** PUT /groups/{id}/stays with {stays: [{package_id, place, check_in, check_out}]}; a date that is null is computed. */
  PUT: allow([write], async ({ request, params, user }) => {
    const id = idParam(params.group);
    const body = await readJson(request);
    const { stays } = parse(schema, body, { ...labels, stays: "الإقامات" });
    await transact(user, (trx) => saveGroupStays(trx, id, stays, { readAt: readAtOf(body) }));
    return json(request, { stays: withVisits(await staysOfGroup(db, id)) });
  }),
});

export const loader = calls.loader;
export const action = calls.action;

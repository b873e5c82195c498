import { transact } from "~/db/knex.server";
import { parse } from "~/domain/input.server";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { familiesOf, family } from "../family";
import { leaveFamily, relate, relationSchema } from "./families.server";

const calls = call({
  /** PUT /groups/{id}/families/{customer} with {relation}: sets the member's relation to the family. */
  PUT: allow([family.write], async ({ request, params, user }) => {
    const id = idParam(params.id);
    const groupId = idParam(params.group);
    const { relation } = parse(relationSchema, await readJson(request), familiesOf(groupId).labels);
    await transact(user, (trx) => relate(trx, groupId, id, relation));
    return json(request, { member: { id, relation } });
  }),
  /** DELETE /groups/{id}/families/{customer}: the member leaves the family but stays in the group. */
  DELETE: allow([family.write], async ({ request, params, user }) => {
    await transact(user, (trx) => leaveFamily(trx, idParam(params.group), idParam(params.id)));
    return json(request, { success: true });
  }),
});

export const loader = calls.loader;
export const action = calls.action;

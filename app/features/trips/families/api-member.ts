import { transact } from "~/db/knex.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { leaveFamily } from "./families.server";
import { familiesOf } from "./family";

/** DELETE /groups/{id}/families/{customer}: who stays in the group leaves their family. */
const calls = call({
  DELETE: allow([familiesOf(0).write], async ({ request, params, user }) => {
    await transact(user, (trx) => leaveFamily(trx, idParam(params.group), idParam(params.id)));
    return json(request, { success: true });
  }),
});

export const loader = calls.loader;
export const action = calls.action;

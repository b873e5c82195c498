import type { LoaderFunctionArgs } from "@remix-run/node";
import { transact } from "~/db/knex.server";
import { json, notAllowed } from "~/http/json.server";
import { call, idParam } from "~/http/screen.server";
import { leaveFamily } from "./families.server";
import { familiesOf } from "./family";

export const loader = async ({ request }: LoaderFunctionArgs) => notAllowed(request, ["DELETE"]);

/** DELETE /groups/{id}/families/{customer}: who stays in the group leaves their family. */
export const action = call([familiesOf(0).write], async ({ request, params, user }) => {
  if (request.method !== "DELETE") return notAllowed(request, ["DELETE"]);
  await transact(user, (trx) => leaveFamily(trx, idParam(params.group), idParam(params.id)));
  return json(request, { success: true });
});

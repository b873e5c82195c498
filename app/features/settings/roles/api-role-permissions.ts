import { db, transact } from "~/db/knex.server";
import { readersOf } from "~/domain/entity";
import { parse } from "~/domain/input.server";
import { readJson } from "~/http/body.server";
import { json, notAllowed } from "~/http/json.server";
import { call, idParam } from "~/http/screen.server";
import { role } from "./role";
import { permissionsOf, permissionsSchema, roles, setPermissions } from "./roles.server";

/** A bare array (rulings §1). */
export const loader = call(readersOf(role), async ({ request, params }) => {
  const { id } = await roles.find(db, idParam(params.id));
  return json(request, await permissionsOf(db, id));
});

/** Replaces the whole set, and answers it anew. */
export const action = call([role.write], async ({ request, params, user }) => {
  if (request.method !== "PUT") return notAllowed(request, ["GET", "PUT"]);
  const id = idParam(params.id);
  const body = await readJson(request);
  const input = parse(permissionsSchema, body, { permission_ids: "الصلاحيات" });
  const readAt = typeof body.updated_at === "string" ? body.updated_at : undefined;
  const { permissions } = await transact(user, (trx) => setPermissions(trx, id, input, { user, readAt }));
  return json(request, permissions);
});

import { db, transact } from "~/db/knex.server";
import { readersOf } from "~/domain/entity";
import { parse } from "~/domain/input.server";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { readAtOf } from "~/http/writes.server";
import { role } from "./role";
import { permissionsOf, permissionsSchema, roles, setPermissions } from "./roles.server";

const calls = call({
  /** Answers a bare array (rulings §1). */
  GET: allow(readersOf(role), async ({ request, params }) => {
    const { id } = await roles.find(db, idParam(params.id));
    return json(request, await permissionsOf(db, id));
  }),
  /** Replaces all permissions, and answers the new ones. */
  PUT: allow([role.write], async ({ request, params, user }) => {
    const id = idParam(params.id);
    const body = await readJson(request);
    const input = parse(permissionsSchema, body, { permission_ids: "الصلاحيات" });
    const readAt = readAtOf(body);
    const { permissions } = await transact(user, (trx) => setPermissions(trx, id, input, { user, readAt }));
    return json(request, permissions);
  }),
});

export const loader = calls.loader;
export const action = calls.action;

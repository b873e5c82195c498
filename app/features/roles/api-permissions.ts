import { z } from "zod";
import { db } from "~/db/knex.server";
import { entityCalls } from "~/http/resource.server";
import { role } from "./role";
import { permissionsOf } from "./roles.server";

const calls = entityCalls(
  { key: "permissions", item: "permission", write: role.write, read: role.read, labels: {} },
  { schema: z.object({}), list: () => permissionsOf(db) },
);

export const loader = calls.loader;
export const action = calls.action;

import { hash } from "@node-rs/argon2";
import type { Knex } from "knex";
import type { Permission } from "~/domain/permissions";
import { enter, type Office } from "./client";

export const password = "Zamzam-2026";
let hashed: Promise<string> | undefined;

/** A user whose only role holds these permissions. Logs in with `password`. */
export async function createUser(
  knex: Knex,
  username: string,
  permissions: readonly Permission[],
  more: object = {},
) {
  hashed ??= hash(password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });
  const [role] = await knex("roles")
    .insert({ name: `role of ${username}` })
    .returning("id");
  const [user] = await knex("users")
    .insert({ username, email: `${username}@example.com`, password_hash: await hashed, ...more })
    .returning("id");
  await knex("user_roles").insert({ user_id: user.id, role_id: role.id });
  await grant(knex, role.id, permissions);
  return { id: user.id as number, roleId: role.id as number, username, password };
}

/** A client who is such a user, and what `createUser` tells of it. */
export async function enterAs(office: Office, ...user: Rest<Parameters<typeof createUser>>) {
  const created = await createUser(office.knex, ...user);
  return { ...created, ...(await enter(office, created)) };
}

type Rest<All extends unknown[]> = All extends [unknown, ...infer Others] ? Others : never;

export async function grant(knex: Knex, roleId: number, permissions: readonly Permission[]) {
  await knex.raw(
    "INSERT INTO role_permissions (role_id, permission_id) SELECT ?::integer, id FROM permissions WHERE name = ANY(?)",
    [roleId, [...permissions]],
  );
}

import { hash } from "@node-rs/argon2";
import type { Knex } from "knex";
import { administrator } from "./01_permissions_and_roles";

/** The first administrator, from ADMIN_USERNAME and ADMIN_PASSWORD, when there is no user yet (rulings §5). */
export async function seed(knex: Knex) {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = process.env;
  if (!username || !password || (await knex("users").first("id"))) return;
  const [user] = await knex("users")
    .insert({
      username,
      email: `${username.toLowerCase()}@office.local`,
      password_hash: await hash(password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }),
      user_type: "admin",
    })
    .returning("id");
  await knex.raw(
    "INSERT INTO user_roles (user_id, role_id) SELECT ?::integer, id FROM roles WHERE name = ?",
    [user.id, administrator],
  );
}

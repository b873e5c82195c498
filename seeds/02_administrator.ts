import { hash } from "@node-rs/argon2";
import type { Knex } from "knex";
import { guessable, longestPassword, shortestPassword } from "../app/auth/guessable";
import { tidyLine } from "../app/domain/tidy";
import { Refusal } from "../scripts/refusal.js";
import { administrator } from "./01_permissions_and_roles";

const longestUsername = 100;

/** Creates the first administrator, from ADMIN_USERNAME and ADMIN_PASSWORD, if there is no user yet (rulings §5). */
export async function seed(knex: Knex) {
  const { ADMIN_USERNAME = "", ADMIN_PASSWORD: password } = process.env;
  if (!ADMIN_USERNAME || !password || (await knex("users").first("id"))) return;
  const username = tidyLine(ADMIN_USERNAME);
  if (!username || username.length > longestUsername)
    throw new Refusal(`ADMIN_USERNAME must have 1 to ${longestUsername} visible characters.`);
  requireGoodPassword(password, username);
  const passwordHash = await hash(password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });
  // One statement: an administrator without the role could not let anybody in, and seeds run only without a user.
  await knex.raw(
    `WITH administrator AS (
       INSERT INTO users (username, email, password_hash, user_type) VALUES (?, ?, ?, 'admin') RETURNING id)
     INSERT INTO user_roles (user_id, role_id) SELECT administrator.id, roles.id FROM administrator, roles WHERE name = ?`,
    [username, `${username.toLowerCase()}@office.local`, passwordHash, administrator],
  );
  console.log(`The administrator is ${username}.`);
}

/** @throws Refusal if a user may not have the password (rulings §2) */
function requireGoodPassword(password: string, username: string) {
  const isSized = password.length >= shortestPassword && password.length <= longestPassword;
  if (!isSized || guessable(password, username))
    throw new Refusal(
      `ADMIN_PASSWORD must have ${shortestPassword} to ${longestPassword} characters, and be neither a common password nor the user's name.`,
    );
}

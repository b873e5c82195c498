import { type Asked, offer } from "~/db/choices.server";
import { db } from "~/db/knex.server";

const name = "concat_ws(' · ', full_name, username)";

/** The active users, and those that are chosen, for a field that refers to one. */
export const userOffer = (asked: Asked, field: string) =>
  offer(asked, field, {
    table: "users",
    name,
    rows: db("users").select("id", { name: db.raw(name) }),
    open: (users) => users.where({ is_active: true }),
    order: ["username", "id"],
  });

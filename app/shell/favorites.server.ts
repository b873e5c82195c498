import type { Db } from "~/db/knex.server";
import type { SessionUser } from "~/domain/permissions";

/** A saved view (المفضلة): a name and an address. `user_id` is null if it is for all users. */
export type Favorite = {
  id: number;
  user_id: number | null;
  name: string;
  address: string;
  created_at: string;
  updated_at: string;
};

/** A user's own views, then those for all, by name. */
export const favoritesOf = (db: Db, user: Pick<SessionUser, "id">) =>
  db<Favorite>("saved_views")
    .where({ user_id: user.id })
    .orWhereNull("user_id")
    .orderByRaw("user_id NULLS LAST, name COLLATE by_name, id");

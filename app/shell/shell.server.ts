import { failFast } from "~/db/fail-fast.server";
import { db } from "~/db/knex.server";
import type { SessionUser } from "~/domain/permissions";
import { type Brand, brandOf } from "./brand.server";
import { screenOf } from "./menu";

type Kept = { id: number; name: string; address: string };
type Stored = { name: string; logo: string | null; favorites: Kept[] };

/**
 * What stands around every screen, in one statement: the brand, and of the views that the user keeps (in the order of
 * `favoritesOf`) those whose screen may be opened. Where they cannot be read, the page does without.
 */
export async function readShell(user: SessionUser): Promise<{ brand: Brand; favorites: Kept[] }> {
  const question = db.raw<{ rows: [Stored] }>(
    `SELECT name, logo, (
       SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'address', address)
         ORDER BY user_id NULLS LAST, name, id), '[]')
       FROM saved_views WHERE user_id = ? OR user_id IS NULL) AS favorites
     FROM company_info`,
    [user.id],
  );
  try {
    const [stored] = (await failFast(question)).rows;
    const favorites = stored.favorites.filter(({ address }) => screenOf(user, address));
    return { brand: brandOf(stored), favorites };
  } catch {
    return { brand: brandOf({ name: "", logo: null }), favorites: [] };
  }
}

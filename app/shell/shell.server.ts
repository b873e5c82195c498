import { failFast } from "~/db/fail-fast.server";
import { db } from "~/db/knex.server";
import type { SessionUser } from "~/domain/permissions";
import { screenOf } from "~/ui/page/menu";
import { type Brand, brandOf } from "./brand.server";
import { favoritesOf } from "./favorites.server";

type SavedView = { id: number; name: string; address: string };
type Row = { name: string; logo: string | null; favorites: SavedView[] };

/**
 * The data of the shell in one statement: the brand, and the user's saved views of screens that they may
 * open. If the database fails, the page shows none.
 */
export async function readShell(user: SessionUser): Promise<{ brand: Brand; favorites: SavedView[] }> {
  const favoriteRows = favoritesOf(db, user).select("id", "name", "address");
  const favorites = db.raw("(SELECT coalesce(json_agg(kept), '[]') FROM (?) AS kept)", [favoriteRows]);
  try {
    const row: Row = await failFast(db("company_info").first("name", "logo", { favorites }));
    return {
      brand: brandOf(row),
      favorites: row.favorites.filter(({ address }) => screenOf(user, address)),
    };
  } catch {
    return { brand: brandOf({ name: "", logo: null }), favorites: [] };
  }
}

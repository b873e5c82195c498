import { failFast } from "~/db/fail-fast.server";
import { db } from "~/db/knex.server";

export const logoFolder = "logo";
export const logoAddress = (logo: string | null) => logo && `/uploads/${logoFolder}/${logo}`;

/** How the office presents itself on its screens; the name is blank and the logo null until they are filled in. */
export type Brand = { name: string; logo_url: string | null };

/**
 * As it stands at this moment: two columns of one row cost less than a copy that could be stale. Where it cannot be read
 * the page does without: a login that the database keeps from being checked still shows what was typed.
 */
export async function readBrand(): Promise<Brand> {
  try {
    return brandOf(await failFast(db("company_info").first("name", "logo")));
  } catch {
    return brandOf({ name: "", logo: null });
  }
}

export const brandOf = ({ name, logo }: { name: string; logo: string | null }): Brand => ({
  name,
  logo_url: logoAddress(logo),
});

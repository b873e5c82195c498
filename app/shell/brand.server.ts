import { failFast } from "~/db/fail-fast.server";
import { db } from "~/db/knex.server";

export const logoFolder = "logo";
export const logoAddress = (logo: string | null) => logo && `/uploads/${logoFolder}/${logo}`;

/** The office's name and logo on its screens; without them the name is empty and the logo null. */
export type Brand = { name: string; logo_url: string | null };

/**
 * Reads the present brand: two columns of one row cost less than a copy that could be outdated. If the database fails, the page
 * shows none: a login that cannot be checked for this reason still shows its typed values.
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

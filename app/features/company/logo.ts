import { failFast } from "~/db/fail-fast.server";
import { db } from "~/db/knex.server";
import { download, noFile, refuseWrites } from "~/http/download.server";
import { logoFolder } from "~/shell/brand.server";

/** The logo in use, for anyone: the login screen shows it to strangers. No other file of its folder is given. */
export const loader = download(
  async ({ params }) => {
    const { logo } = await failFast(db("company_info").first("logo"));
    if (params.name !== logo) throw noFile();
  },
  logoFolder,
  { kept: true },
);

export { refuseWrites as action };

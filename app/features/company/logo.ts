import { failFast } from "~/db/fail-fast.server";
import { db } from "~/db/knex.server";
import { download, noFile } from "~/http/download.server";
import { logoFolder } from "~/shell/brand.server";

/** The logo in use, for everyone: the login screen shows it to strangers. Other files of its folder are not served. */
export const loader = download(
  async ({ params }) => {
    const { logo } = await failFast(db("company_info").first("logo"));
    if (params.name !== logo) throw noFile();
  },
  logoFolder,
  { isCacheable: true },
);

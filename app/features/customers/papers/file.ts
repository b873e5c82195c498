import { db } from "~/db/knex.server";
import { readersOf } from "~/domain/entity";
import { download } from "~/http/download.server";
import { customer } from "../customer";
import { papersFolder } from "../paper";

/** A badge's photo is 22 mm wide: enough for a sharp print. */
const smallSide = 480;

/** The file of a paper, for users who may read the person. Browsers do not store it. */
export const loader = download(readersOf(customer), papersFolder, {
  small: smallSide,
  nameOf: async (file_name) => {
    const papers = db("customer_papers").where({ file_name }).select("given_name");
    const [row] = await papers.unionAll(db("group_upload_files").where({ file_name }).select("given_name"));
    return row?.given_name;
  },
});

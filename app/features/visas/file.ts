import { db } from "~/db/knex.server";
import { readersOf } from "~/domain/entity";
import { download } from "~/http/download.server";
import { visa, visaFolder } from "./visa";

/** A visa's paper, for users who may read the visa. Browsers do not store it. */
export const loader = download(readersOf(visa), visaFolder, {
  nameOf: async (file_name) =>
    (await db("visa_documents").where({ file_name }).first("given_name"))?.given_name,
});

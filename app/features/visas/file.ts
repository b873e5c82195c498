import { readersOf } from "~/domain/entity";
import { download } from "~/http/download.server";
import { visa, visaFolder } from "./visa";

/** A visa's paper, for users who may read the visa. Browsers do not store it. */
export const loader = download(readersOf(visa), visaFolder);

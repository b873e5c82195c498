import { readersOf } from "~/domain/entity";
import { download, refuseWrites } from "~/http/download.server";
import { visa, visaFolder } from "./visa";

/** A visa's paper, for whoever may read the visa; no browser keeps it. */
export const loader = download(readersOf(visa), visaFolder);

export { refuseWrites as action };

import { readersOf } from "~/domain/entity";
import { download, refuseWrites } from "~/http/download.server";
import { customer } from "../customer";
import { papersFolder } from "./paper";

/** The file of a paper, for users who may read the person. Browsers do not store it. */
export const loader = download(readersOf(customer), papersFolder);

export { refuseWrites as action };

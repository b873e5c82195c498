import { readersOf } from "~/domain/entity";
import { download } from "~/http/download.server";
import { customer } from "../customer";
import { papersFolder } from "../paper";

/** A badge's photo is 22 mm wide: enough for a sharp print. */
const smallSide = 480;

/** The file of a paper, for users who may read the person. Browsers do not store it. */
export const loader = download(readersOf(customer), papersFolder, { small: smallSide });

import { readersOf } from "~/domain/entity";
import { download } from "~/http/download.server";
import { customer } from "./customer";

/** A pilgrim's picture, for users who may read the pilgrim. */
export const loader = download(readersOf(customer), "customers");

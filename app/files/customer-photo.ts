import { customerReaders } from "~/features/customers/customer";
import { download } from "./download.server";

export const loader = download(customerReaders, "customers");

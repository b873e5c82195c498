import { customerReaders } from "~/features/customers/customer";
import { download, refuseWrites } from "./download.server";

export const loader = download(customerReaders, "customers");

export { refuseWrites as action };

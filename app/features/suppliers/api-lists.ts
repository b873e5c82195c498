import { listCall } from "~/http/resource.server";
import { supplier } from "./supplier";
import { suppliers } from "./suppliers.server";

/** /suppliers/search?q= and /suppliers/by-category/{service type} (spec §7). */
const lists = listCall(supplier, suppliers, ({ params, url }) =>
  params.category === undefined
    ? { search: url.searchParams.get("q") ?? "" }
    : { service_type: params.category },
);

export const loader = lists.loader;
export const action = lists.action;

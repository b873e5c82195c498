import { searchOf } from "~/db/list.server";
import { readersOf } from "~/domain/entity";
import { answerList } from "~/http/resource.server";
import { allow, call } from "~/http/screen.server";
import { customer } from "./customer";
import { customers, searchCustomers } from "./customers.server";

/** GET /customers/search?q= (spec §7): the matches for a type-ahead, or a page of all matches if the address asks for one. */
const calls = call({
  GET: allow(readersOf(customer), async (visit) => {
    const { searchParams: params } = visit.url;
    const search = searchOf(params, "q");
    const isPaged = search && (params.has("page") || params.has("per_page"));
    const rows = isPaged
      ? customers.list(new URLSearchParams({ search, status: "active" }))
      : searchCustomers(search);
    return answerList(visit, { ...customer, isNoted: undefined }, rows);
  }),
});

export const loader = calls.loader;
export const action = calls.action;

import { json, jsonList } from "~/http/json.server";
import { allow, call } from "~/http/screen.server";
import { admitList, inTurns, noteList, notePage } from "~/http/whole-lists.server";
import { allDebts, firstDebts, readDebts } from "./debts.server";
import { debtListOf } from "./kinds";

/** GET /debts/customers, /debts/agents, /debts/suppliers and /debts/deposits: whole, or a page of them. */
const calls = call({
  GET: allow(["manage_financials"], async (visit) => {
    const { request, params, url } = visit;
    const { list, kind, title } = debtListOf(params, url.searchParams);
    const note = { of: kind, title };
    if (url.searchParams.has("page") || url.searchParams.has("per_page")) {
      const { rows, total, page, perPage } = await readDebts(kind, url.searchParams, list);
      if (kind === "customers") await notePage(visit, note, { rows, perPage });
      return json(request, { [list]: rows, total, page, per_page: perPage });
    }
    await admitList(visit);
    const { total: count } = await firstDebts(kind, url.searchParams, 0, list);
    if (kind === "customers") await noteList(visit, "listed", { ...note, count });
    return jsonList(request, list, inTurns(visit, allDebts(kind, url.searchParams, list)));
  }),
});

export const loader = calls.loader;
export const action = calls.action;

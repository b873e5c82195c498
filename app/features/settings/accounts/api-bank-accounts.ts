import type { ActionFunctionArgs } from "@remix-run/node";
import { db } from "~/db/knex.server";
import { json, notAllowed } from "~/http/json.server";
import { call } from "~/http/screen.server";
import { listAccounts } from "./accounts.server";

/** The banks once more, as the vouchers' pickers ask for them (spec §7, Lookups). */
export const loader = call(["manage_financials"], async ({ request, url }) =>
  json(request, { bank_accounts: await listAccounts(db, "bank", url.searchParams) }),
);

export const action = async ({ request }: ActionFunctionArgs) => notAllowed(request, ["GET"]);

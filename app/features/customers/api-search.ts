import type { ActionFunctionArgs } from "@remix-run/node";
import { searchOf } from "~/db/list.server";
import { json, notAllowed } from "~/http/json.server";
import { call } from "~/http/screen.server";
import { customerReaders } from "./customer";
import { searchCustomers } from "./customers.server";

/** GET /customers/search?q= (spec §7): what type-aheads ask. */
export const loader = call(customerReaders, async ({ request, url }) =>
  json(request, { customers: await searchCustomers(searchOf(url.searchParams, "q")) }),
);

export const action = async ({ request }: ActionFunctionArgs) => notAllowed(request, ["GET"]);

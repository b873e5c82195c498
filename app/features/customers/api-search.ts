import type { ActionFunctionArgs } from "@remix-run/node";
import { searchOf } from "~/db/list.server";
import { readersOf } from "~/domain/entity";
import { json, notAllowed } from "~/http/json.server";
import { call } from "~/http/screen.server";
import { customer } from "./customer";
import { searchCustomers } from "./customers.server";

/** GET /customers/search?q= (spec §7): what type-aheads ask. */
export const loader = call(readersOf(customer), async ({ request, url }) =>
  json(request, { customers: await searchCustomers(searchOf(url.searchParams, "q")) }),
);

export const action = async ({ request }: ActionFunctionArgs) => notAllowed(request, ["GET"]);

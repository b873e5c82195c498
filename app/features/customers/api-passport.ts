import type { LoaderFunctionArgs } from "@remix-run/node";
import { invalid } from "~/domain/domain-error";
import { readJson } from "~/http/body.server";
import { json, notAllowed } from "~/http/json.server";
import { call } from "~/http/screen.server";
import { customer } from "./customer";
import { readPassport } from "./passport.server";

export const loader = async ({ request }: LoaderFunctionArgs) => notAllowed(request, ["POST"]);

/**
 * POST /customers/passport with {mrz}: what the two lines of a passport say, for a customer's fields, and what was read otherwise than it
 * was sent. Nothing is written.
 */
export const action = call([customer.write], async ({ request }) => {
  if (request.method !== "POST") return notAllowed(request, ["POST"]);
  const { passport, fault, notes } = readPassport((await readJson(request)).mrz);
  if (fault) throw invalid("mrz", fault);
  return json(request, { passport, notes });
});

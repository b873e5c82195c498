import type { LoaderFunctionArgs } from "@remix-run/node";
import { jsonError } from "./json.server";
import { gateRefusal } from "./refusals.server";

/** The gate sends refused calls here. A method is refused by the call itself, which knows the methods that it takes. */
const refuse = async ({ request, params }: LoaderFunctionArgs) =>
  jsonError(request, gateRefusal(params.status));

export { refuse as action, refuse as loader };

import type { LoaderFunctionArgs } from "@remix-run/node";
import { jsonError } from "./json.server";
import { gateRefusal } from "./refusals.server";

/** Where the gate sends what it refuses of a call; a method is refused by the call itself, which names those it takes. */
const refuse = async ({ request, params }: LoaderFunctionArgs) =>
  jsonError(request, gateRefusal(params.status));

export { refuse as action, refuse as loader };

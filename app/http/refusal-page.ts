import type { LoaderFunctionArgs } from "@remix-run/node";
import { plainPage } from "./plain-page.server";
import { gateRefusal } from "./refusals.server";

/** The gate sends a browser's refused requests here. */
async function refuse({ params }: LoaderFunctionArgs) {
  const refusal = gateRefusal(params.status);
  return plainPage(refusal, refusal.code === "method_not_allowed" ? { Allow: "GET, POST" } : {});
}

export { refuse as action, refuse as loader };

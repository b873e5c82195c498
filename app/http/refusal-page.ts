import type { LoaderFunctionArgs } from "@remix-run/node";
import { plainPage } from "./plain-page.server";
import { gateRefusal } from "./refusals.server";

/** The gate sends a browser's refused requests here, with `?forms` where the address takes forms and refuses another method. */
async function refuse({ request, params }: LoaderFunctionArgs) {
  const refusal = gateRefusal(params.status);
  const takesForms = new URL(request.url).searchParams.has("forms");
  return plainPage(refusal, takesForms ? { Allow: "GET, POST" } : {});
}

export { refuse as action, refuse as loader };

import type { ActionFunctionArgs } from "@remix-run/node";
import { notAllowed } from "~/http/json.server";
import { answerList } from "~/http/resource.server";
import { call } from "~/http/screen.server";
import { trip } from "../management/trip";
import { titleOf } from "./readiness";
import { readinessOf, scopeOf } from "./readiness.server";

/** GET /groups/{id}/readiness, and of a trip and a campaign. */
export const loader = call([trip.write], async (visit) => {
  const { searchParams } = visit.url;
  const scope = await scopeOf(visit);
  const noted = { table: "customers", noun: { many: titleOf(scope) }, isNoted: true } as const;
  return answerList(visit, { key: "readiness", ...noted }, readinessOf(scope, searchParams));
});

export const action = async ({ request }: ActionFunctionArgs) => notAllowed(request, ["GET"]);

import { readinessTitle } from "~/features/links/handed-papers";
import { trip } from "~/features/trips/trip";
import { answerList } from "~/http/resource.server";
import { allow, call } from "~/http/screen.server";
import { readinessOf, scopeOf } from "./readiness.server";

/** GET /groups/{id}/readiness, and the same of a trip and a campaign. */
const calls = call({
  GET: allow([trip.write], async (visit) => {
    const { searchParams } = visit.url;
    const scope = await scopeOf(visit);
    const note = { table: "customers", noun: { many: readinessTitle(scope) }, isNoted: true } as const;
    return answerList(visit, { key: "readiness", ...note }, readinessOf(scope, searchParams));
  }),
});

export const loader = calls.loader;
export const action = calls.action;

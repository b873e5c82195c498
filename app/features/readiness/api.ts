import { trip } from "~/features/trips/trip";
import { answerList } from "~/http/resource.server";
import { allow, call } from "~/http/screen.server";
import { titleOf } from "./readiness";
import { readinessOf, scopeOf } from "./readiness.server";

/** GET /groups/{id}/readiness, and the same of a trip and a campaign. */
const calls = call({
  GET: allow([trip.write], async (visit) => {
    const { searchParams } = visit.url;
    const scope = await scopeOf(visit);
    const note = { table: "customers", noun: { many: titleOf(scope) }, isNoted: true } as const;
    return answerList(visit, { key: "readiness", ...note }, readinessOf(scope, searchParams));
  }),
});

export const loader = calls.loader;
export const action = calls.action;

import { readinessPath, type ScopeKind } from "~/features/trips/readiness/readiness";
import { useHolds } from "~/ui/links";

/** The way to who is ready of a group, a trip or a campaign, for those who keep the trips. */
export function ReadinessLink({ of, id, button }: { of: ScopeKind; id: number; button?: boolean }) {
  if (!useHolds("manage_trips")) return null;
  return (
    <a className={button ? "button" : undefined} href={readinessPath(of, id)}>
      الجاهزية
    </a>
  );
}

import { useHolds } from "~/ui/page/links";

/** Whose readiness is looked at, and where that screen begins. */
const scopePaths = { group: "/trips/groups", trip: "/trips/management", campaign: "/campaigns" };
export type ScopeKind = keyof typeof scopePaths;

export const readinessPath = (kind: ScopeKind, id: number) => `${scopePaths[kind]}/${id}/readiness`;

/** The way to who is ready of a group, a trip or a campaign, for those who keep the trips. */
export function ReadinessLink({ of, id, button }: { of: ScopeKind; id: number; button?: boolean }) {
  if (!useHolds("manage_trips")) return null;
  return (
    <a className={button ? "button" : undefined} href={readinessPath(of, id)}>
      الجاهزية
    </a>
  );
}

import { useHolds } from "~/ui/page/links";

/** By kind of record: the beginning of its readiness screen's address. */
const scopePaths = { group: "/trips/groups", trip: "/trips/management", campaign: "/campaigns" };
export type ScopeKind = keyof typeof scopePaths;

export const readinessPath = (kind: ScopeKind, id: number) => `${scopePaths[kind]}/${id}/readiness`;

/** A link to the readiness of a group, a trip or a campaign, for users who may manage trips. */
export function ReadinessLink({ of, id, button }: { of: ScopeKind; id: number; button?: boolean }) {
  if (!useHolds("manage_trips")) return null;
  return (
    <a className={button ? "button" : undefined} href={readinessPath(of, id)}>
      الجاهزية
    </a>
  );
}

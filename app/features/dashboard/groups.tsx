import {
  type Group,
  type GroupStats,
  group,
  groupStatusLabels,
  membersText,
  takenSeatsOf,
} from "~/features/groups/group";
import { GroupBadge } from "~/features/groups/group-badge";
import { membersOf } from "~/features/groups/member";
import { ReadinessLink } from "~/features/links/readiness-link";
import { Occupancy } from "~/ui/occupancy";
import { Card, Cards } from "~/ui/page/cards";
import { count, Figures } from "~/ui/page/page";

/** The address as spec §2 writes it. */
const list = "/Trips/groups";

/** The figures of all groups, each with a link to its groups. */
export function GroupFigures({ stats, isLinked }: { stats: GroupStats; isLinked: boolean }) {
  const figure = (label: string, value: number, below = "") => ({
    label,
    value: count(value),
    href: isLinked ? list + below : undefined,
  });
  return (
    <section className="mb-6">
      <h2 className="section-title">إحصاءات المجموعات</h2>
      <Figures
        figures={[
          figure("عدد المجموعات", stats.totalGroups),
          figure("السعة الكلية", stats.totalCapacity),
          figure("الأعضاء", stats.totalMembers, "/members?travels=true"),
          figure("المقاعد الشاغرة", stats.availableSeats),
          figure(groupStatusLabels.active, stats.activeGroups, "?status=active"),
          figure(groupStatusLabels.full, stats.fullGroups, "?status=full"),
          figure(groupStatusLabels.departed, stats.departedGroups, "?status=departed"),
        ]}
      />
    </section>
  );
}

/** @param groups null if they could not be loaded */
export function NewestGroups({ groups, isLinked }: { groups: Group[] | null; isLinked: boolean }) {
  return (
    <section className="mb-6">
      <h2 className="section-title">أحدث المجموعات</h2>
      {groups?.length === 0 && <p className="text-muted">لا توجد مجموعات حديثة</p>}
      {groups === null && <p className="text-muted">—</p>}
      <Cards of={group} whole>
        {groups?.map(({ id, name, campaign, capacity, currentMembers, infants, status }) => (
          <Card
            key={id}
            name={name}
            lead={campaign}
            badge={<GroupBadge status={status} />}
            facts={[
              ["السعة", count(capacity)],
              ["الأعضاء", membersText({ currentMembers, infants })],
            ]}
            actions={
              isLinked && (
                <>
                  <a href={membersOf(id).path}>الأعضاء</a>
                  <ReadinessLink of="group" id={id} />
                </>
              )
            }
          >
            <Occupancy of={name} takenSeats={takenSeatsOf({ currentMembers, infants })} seats={capacity} />
          </Card>
        ))}
      </Cards>
    </section>
  );
}

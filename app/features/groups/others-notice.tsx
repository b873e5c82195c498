import { PersonLink } from "~/features/links/person-link";
import { LeaveLink } from "./leave-link";
import { travelLabels } from "./member";

/** The members of a group who do not travel, apart from those who do, each with the way out of the group; nothing without any. */
export const OthersNotice = ({
  groupId,
  others,
}: {
  groupId: number;
  others: { id: number; name: string }[];
}) =>
  others.length > 0 && (
    <section className="notice info mb-4" role="note">
      <h2 className="font-semibold">{travelLabels.false}</h2>
      <ul>
        {others.map(({ id, name }) => (
          <li key={id} className="flex flex-wrap gap-x-4">
            <PersonLink id={id}>{name}</PersonLink> <LeaveLink groupId={groupId} id={id} name={name} />
          </li>
        ))}
      </ul>
    </section>
  );

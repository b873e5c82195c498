import { PersonLink } from "~/features/links/person-link";
import { LeaveLink } from "./leave-link";
import { membersOf, travelLabels } from "./member";

export const othersText = "إخراجهم كلهم من المجموعة";
export const othersQuestion = "هل أنت متأكد من إخراج كل من لا يسافر من المجموعة؟";

type Others = { groupId: number; others: { id: number; name: string }[] };

/** The way out of a group for all who do not travel, where they are several. */
export const OthersOutLink = ({ groupId, others }: Others) =>
  others.length > 1 && (
    <a
      className="button danger"
      href={`${membersOf(groupId).path}/others`}
      data-confirm="browser"
      data-question={othersQuestion}
    >
      {othersText}
    </a>
  );

/** The members of a group who do not travel, apart from those who do, each with the way out of the group; nothing without any. */
export const OthersNotice = ({ groupId, others }: Others) =>
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
      <OthersOutLink groupId={groupId} others={others} />
    </section>
  );

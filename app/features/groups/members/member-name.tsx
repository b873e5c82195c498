import { PersonName } from "~/features/links/person-link";
import { Badge } from "~/ui/page/page";
import { type Member, travelLabels } from "../member";

/** A member in a list of members: who does not travel is marked. */
export function MemberName({ id, of }: { id: number; of: Pick<Member, "name" | "name_latin" | "travels"> }) {
  return (
    <div>
      <PersonName id={id} name={of.name} name_latin={of.name_latin} />{" "}
      {!of.travels && <Badge tone="bad">{travelLabels.false}</Badge>}
    </div>
  );
}

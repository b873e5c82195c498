import { quote } from "~/domain/nouns";
import { DeleteLink } from "~/ui/page/links";
import { membersOf } from "./member";

/** The way out of a group for a member who does not travel. */
export const LeaveLink = ({ groupId, id, name }: { groupId: number; id: number; name: string }) => (
  <DeleteLink
    to={membersOf(groupId)}
    id={id}
    by="browser"
    question={`هل أنت متأكد من إخراج ${quote(name)} من المجموعة؟`}
  >
    إخراجه من المجموعة
  </DeleteLink>
);

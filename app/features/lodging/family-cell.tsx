import { FieldCell, type MemberField } from "~/features/travellers/member-form";

/** The field of the name of a member's family. */
export const FamilyCell = ({ family, name }: { family: MemberField; name: string }) => (
  <FieldCell remarks={family.remarks}>
    <input {...family.control} autoComplete="off" aria-label={`عائلة ${name}`} />
  </FieldCell>
);

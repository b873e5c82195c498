import type { SheetColumn } from "~/http/sheet";
import { exportLoader } from "~/http/sheets.server";
import { group } from "../group";
import type { Member } from "../member";
import { listAllMembers, type MemberGroup } from "./members.server";
import { memberColumns } from "./sheet-columns";

const columns: SheetColumn<Member & MemberGroup>[] = [
  ...memberColumns,
  { head: "المجموعة", width: 26, cell: ({ group_name }) => group_name },
  { head: "الحملة", width: 26, cell: ({ campaign }) => campaign },
];

/** The members of all groups. */
export const loader = exportLoader([group.write], ({ url }) => ({
  title: "أعضاء المجموعات",
  columns,
  of: "customers",
  rows: listAllMembers(url.searchParams),
}));

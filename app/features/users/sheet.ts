import { officeTime } from "~/domain/office-day.server";
import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { activeLabels } from "~/ui/status";
import { type User, user, userTypeLabels } from "./user";
import { users } from "./users.server";

const { labels } = user;

const columns: SheetColumn<User>[] = [
  { head: labels.username, width: 24, cell: ({ username }) => username },
  { head: labels.email, width: 28, cell: ({ email }) => email },
  { head: labels.user_type, cell: ({ user_type }) => userTypeLabels[user_type] },
  { head: labels.role_ids, width: 40, cell: ({ roles }) => roles.map(({ name }) => name).join("، ") },
  {
    head: labels.last_login_at,
    width: 18,
    cell: (row) => row.last_login_at && officeTime(row.last_login_at),
  },
  {
    head: labels.is_active,
    cell: ({ is_active }) => activeLabels[String(is_active) as keyof typeof activeLabels],
  },
];

export const loader = exportingList(user, users, columns);

export { refuseWrites as action } from "~/http/download.server";

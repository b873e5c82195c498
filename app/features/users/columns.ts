import { officeTime } from "~/domain/office-day.server";
import { fieldColumns } from "~/http/field-columns.server";
import { type User, user } from "./user";

export const columns = fieldColumns<User>(user, {
  role_ids: {
    behind: [
      {
        head: user.labels.last_login_at,
        width: 18,
        cell: (row) => row.last_login_at && officeTime(row.last_login_at),
      },
    ],
  },
});

import { fieldColumns } from "~/http/field-columns.server";
import { type Hold, hold, holdStates } from "./hold";

export const columns = fieldColumns<Hold>(hold, {
  note: { behind: [{ head: hold.labels.status, cell: ({ status }) => holdStates.labels[status] }] },
});

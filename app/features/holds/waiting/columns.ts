import { fieldColumns } from "~/http/field-columns.server";
import { holdStates } from "../hold";
import { fitsLabel, fitsLabels, type Waiting, waiting } from "./waiting";

export const columns = fieldColumns<Waiting>(waiting, {
  note: {
    behind: [
      { head: waiting.labels.status, cell: ({ status }) => holdStates.labels[status] },
      { head: fitsLabel, width: 20, cell: ({ fits }) => fitsLabels[`${fits}`] },
    ],
  },
});

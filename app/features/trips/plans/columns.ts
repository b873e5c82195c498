import { fieldColumns } from "~/http/field-columns.server";
import { plan, type TripPlan } from "../plan";

export const columns = fieldColumns<TripPlan>(plan, {
  type: {
    behind: [
      { head: "عدد المراحل", kind: "number", cell: ({ stages }) => stages.length },
      {
        head: "المراحل",
        width: 80,
        cell: ({ stages }) =>
          stages.map(({ name, day_offset }) => `${name} (اليوم ${day_offset + 1})`).join("، "),
      },
    ],
  },
});

import { StateBadge } from "~/ui/page/status-badge";
import { Table } from "~/ui/page/table";
import type { VisaChange } from "./visa";
import { visaStates } from "./visa";

/** The changes of a visa: by whom, why and when. */
export function VisaHistory({ history }: { history: (Omit<VisaChange, "changed_at"> & { at: string })[] }) {
  return (
    <Table
      caption="سجل تغييرات التأشيرة"
      rows={history}
      columns={[
        { label: "بواسطة", cell: ({ user_name }) => <bdi>{user_name}</bdi> },
        { label: "السبب", cell: ({ change_reason }) => change_reason ?? "—" },
        {
          label: "الحالة",
          cell: ({ status }) => <StateBadge of={visaStates} state={status} />,
        },
        { label: "الوقت", kind: "code", cell: ({ at }) => at },
      ]}
    />
  );
}

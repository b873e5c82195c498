import { formatMoney } from "~/domain/money";
import { StateBadge } from "~/ui/page/status-badge";
import { Table } from "~/ui/page/table";
import { openStates } from "./instalment";
import type { OpenInstalment } from "./instalments.server";

/**
 * What a customer has left to pay by its dates, in a statement of account; nothing if all is paid.
 * @param onPaper words instead of coloured badges
 */
export function OpenInstalments({ open, onPaper }: { open: OpenInstalment[]; onPaper?: boolean }) {
  if (!open.length) return null;
  return (
    <section className="mt-5">
      <h2 className="section-title">مواعيد السداد</h2>
      <Table
        caption="ما بقي بحسب مواعيده"
        rows={open.map((part, id) => ({ ...part, id }))}
        columns={[
          { label: "الموعد", kind: "code", cell: ({ due_date }) => due_date },
          { label: "العقد", kind: "code", cell: ({ contract_number }) => contract_number ?? "بلا عقد" },
          {
            label: "المتبقي منه",
            kind: "n",
            cell: (part) => formatMoney(part.remaining_amount, part),
          },
          {
            label: "الحالة",
            cell: ({ status }) =>
              onPaper ? openStates.labels[status] : <StateBadge of={openStates} state={status} />,
          },
        ]}
        compact={onPaper}
      />
    </section>
  );
}

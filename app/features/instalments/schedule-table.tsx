import { formatMoney, type ShownCurrency } from "~/domain/money";
import { StateBadge } from "~/ui/page/status-badge";
import { type Column, Table } from "~/ui/page/table";
import { type Instalment, instalmentStates } from "./instalment";

/**
 * The instalments of a contract, with what is paid of each.
 * @param onPaper words instead of coloured badges
 */
export function ScheduleTable({
  parts,
  currency,
  onPaper,
}: {
  parts: Instalment[];
  currency: ShownCurrency;
  onPaper?: boolean;
}) {
  const money = (amount: number) => formatMoney(amount, currency);
  const columns: Column<Instalment & { id: number }>[] = [
    { label: "القسط", kind: "code", cell: ({ id }) => id },
    { label: "الموعد", kind: "code", cell: ({ due_date }) => due_date },
    { label: "المبلغ", kind: "n", cell: ({ amount }) => money(amount) },
    { label: "المدفوع منه", kind: "n", cell: ({ paid_amount }) => (paid_amount ? money(paid_amount) : "—") },
    {
      label: "الحالة",
      cell: ({ status }) =>
        onPaper ? instalmentStates.labels[status] : <StateBadge of={instalmentStates} state={status} />,
    },
  ];
  return (
    <Table
      caption="جدول السداد"
      rows={parts.map((part, index) => ({ id: index + 1, ...part }))}
      columns={columns}
      compact={onPaper}
    />
  );
}

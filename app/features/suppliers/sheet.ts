import { activeLabels } from "~/features/status";
import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { type Supplier, serviceTypeLabels, supplier } from "./supplier";
import { suppliers } from "./suppliers.server";

const { labels } = supplier;

const columns: SheetColumn<Supplier>[] = [
  { head: labels.name, width: 30, cell: ({ name }) => name },
  { head: labels.contact_person, width: 24, cell: ({ contact_person }) => contact_person },
  { head: labels.phone, width: 18, cell: ({ phone }) => phone },
  { head: labels.email, width: 28, cell: ({ email }) => email },
  { head: labels.service_type, cell: ({ service_type }) => service_type && serviceTypeLabels[service_type] },
  { head: labels.payment_terms, width: 24, cell: ({ payment_terms }) => payment_terms },
  { head: labels.address, width: 30, cell: ({ address }) => address },
  { head: labels.notes, width: 30, cell: ({ notes }) => notes },
  {
    head: labels.is_active,
    cell: ({ is_active }) => activeLabels[String(is_active) as keyof typeof activeLabels],
  },
];

export const loader = exportingList(supplier, suppliers, columns);

export { refuseWrites as action } from "~/files/download.server";

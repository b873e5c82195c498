import { formatMoney } from "~/domain/money";
import { soldText } from "~/features/contracts/cell";
import { type Column, Table, Wide } from "~/ui/page/table";
import { type Offer, type OfferedPrice, offer } from "./offer";

const { labels } = offer;

type Person = OfferedPrice & { id: number; name: string };

/** All who would sign, the customer first. */
export const peopleOf = ({ customer_id, customer_name, companions, ...price }: Offer): Person[] => [
  { ...price, id: customer_id, name: customer_name },
  ...companions.map((one) => ({ ...one, id: one.customer_id })),
];

/** What each person of an offer would pay. */
export function PeopleTable({ of, onPaper }: { of: Offer; onPaper?: boolean }) {
  const people = peopleOf(of);
  const money = (amount: number) => formatMoney(amount, of.currency);
  const columns: Column<Person>[] = [
    // a narrow screen breaks no name within a word
    { label: labels.customer_id, cell: ({ name }) => <span className="block min-w-20">{name}</span> },
    {
      label: `${labels.room} و${labels.traveller}`,
      cell: soldText,
    },
    { label: "السعر", kind: "n", cell: ({ price_amount }) => money(price_amount) },
    ...(people.some(({ discount_amount }) => discount_amount > 0)
      ? [
          {
            label: labels.discount_amount,
            kind: "n" as const,
            cell: (row: Person) => money(row.discount_amount),
          },
        ]
      : []),
    { label: labels.total_amount, kind: "n", cell: ({ total_amount }) => money(total_amount) },
  ];
  const caption = "المسافرون وأسعارهم";
  if (!onPaper) return <Table caption={caption} rows={people} columns={columns} />;
  return (
    <Wide label={caption}>
      <Table caption={caption} rows={people} columns={columns} compact />
    </Wide>
  );
}

/** When each person of an offer would pay; nothing where all is due at the signing. */
export function SchedulesOf({ of, onPaper }: { of: Offer; onPaper?: boolean }) {
  const scheduled = peopleOf(of).filter(({ schedule }) => schedule.length);
  return scheduled.map(({ id, name, schedule }) => (
    <Table
      key={id}
      caption={scheduled.length > 1 ? `${labels.schedule}: ${name}` : labels.schedule}
      rows={schedule.map((part, index) => ({ ...part, id: index + 1 }))}
      columns={[
        ...(scheduled.length > 1 ? [{ label: labels.customer_id, cell: () => name }] : []),
        { label: "القسط", kind: "code", cell: (part) => part.id },
        { label: "الموعد", kind: "code", cell: (part) => part.due_date },
        { label: "المبلغ", kind: "n", cell: (part) => formatMoney(part.amount, of.currency) },
      ]}
      compact={onPaper}
    />
  ));
}

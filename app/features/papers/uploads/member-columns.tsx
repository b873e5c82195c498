import { PersonName } from "~/features/links/person-link";

type Member = { id: number; name: string; name_latin: string | null; passport_number: string | null };

/** Who a row of a table of members is. */
export const memberColumns = [
  {
    label: "العضو",
    cell: ({ id, name, name_latin }: Member) => <PersonName id={id} name={name} name_latin={name_latin} />,
  },
  {
    label: "رقم الجواز",
    kind: "code" as const,
    cell: ({ passport_number }: Member) => passport_number ?? "—",
  },
];

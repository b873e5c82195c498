import type { ReactNode } from "react";
import { LatinName, NameCell } from "~/ui/page/table";

export const personPath = (id: number) => `/customers/${id}`;

/** The link to the page of a person. Whoever reads the list that names the person may open the page (rulings §2). */
export const PersonLink = ({ id, children }: { id: number; children: ReactNode }) => (
  <a className="name-link" href={personPath(id)}>
    {children}
  </a>
);

/** Both names of a person; the first one leads to the person's page. */
export const PersonName = ({
  id,
  name,
  name_latin,
}: {
  id: number;
  name: string;
  name_latin: string | null;
}) => (
  <NameCell also={name_latin && <LatinName>{name_latin}</LatinName>}>
    <PersonLink id={id}>{name}</PersonLink>
  </NameCell>
);

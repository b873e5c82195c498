import type { ReactNode } from "react";

export const personPath = (id: number) => `/customers/${id}`;

/** The link to the page of a person. Whoever reads the list that names the person may open the page (rulings §2). */
export const PersonLink = ({ id, children }: { id: number; children: ReactNode }) => (
  <a className="name-link" href={personPath(id)}>
    {children}
  </a>
);

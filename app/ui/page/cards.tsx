import type { ReactNode } from "react";
import { type Entity, wordsOf } from "~/domain/entity";
import type { Rows } from "~/domain/html-only";
import { itemOf } from "~/first-page/drawn-rows";
import { RowsIn } from "~/first-page/html-part";
import { RowActions } from "./more";
import { type Column, Table } from "./table";

type Of = Pick<Entity, "table" | "noun">;

/** Rows as cards, for rows with more than a table's line can hold. A compact table below sums them up (spec §2). */
export function Cards({
  of,
  whole,
  children,
}: {
  of: Of;
  /** Shows all of a card on a phone too, for a few cards that are no list. */
  whole?: boolean;
  children: ReactNode;
}) {
  return (
    // data-item: the row's noun for the question before a deletion, see shell/anchors.ts
    <ul className={whole ? "cards whole" : "cards"} data-item={wordsOf(of).one}>
      {children}
    </ul>
  );
}

/** A list's rows as cards. */
export function CardsOf<Row>({
  of,
  ...rows
}: {
  of: Of;
  rows: Rows<Row>;
  children: (row: Row) => ReactNode;
}) {
  return <RowsIn as="ul" className="cards" data-item={wordsOf(of).one} instead={itemOf} {...rows} />;
}

export function Card({
  name,
  lead,
  icon,
  badge,
  facts = [],
  description,
  actions,
  children,
}: {
  name: string;
  /** A line under the name. */
  lead?: ReactNode;
  icon?: ReactNode;
  badge?: ReactNode;
  /** Facts without a value are left out. */
  facts?: [label: string, value: ReactNode][];
  /** A text of several lines. */
  description?: string | null;
  actions?: ReactNode;
  /** Content between the facts and the actions. */
  children?: ReactNode;
}) {
  const present = facts.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return (
    <li className="card">
      <div className="card-head">
        {icon}
        <div>
          <h2>{name}</h2>
          {lead && <p>{lead}</p>}
        </div>
        {badge}
      </div>
      {present.length > 0 && <Terms of={present} />}
      {description && <p className="description">{description}</p>}
      {children}
      {actions && (
        <div className="row-actions">
          <RowActions>{actions}</RowActions>
        </div>
      )}
    </li>
  );
}

/** The figures of a card, side by side. */
export const CardFigures = ({ figures }: { figures: [label: string, value: ReactNode][] }) => (
  <Terms of={figures} className="card-figures" />
);

const Terms = ({ of, className }: { of: [label: string, value: ReactNode][]; className?: string }) => (
  <dl className={className}>
    {of.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** The compact table below the cards. */
export function Summary<Row extends { id: number }>({
  of,
  ...table
}: {
  of: Of;
  rows: Rows<Row>;
  columns: Column<Row>[];
}) {
  return (
    <section className="summary">
      <h2>ملخص</h2>
      <Table compact caption={`ملخص ${wordsOf(of).many}`} {...table} />
    </section>
  );
}

import type { ReactNode } from "react";
import { type Entity, wordsOf } from "~/domain/entity";
import { RowActions } from "./page/more";
import { type Column, Table } from "./page/table";

type Of = Pick<Entity, "table" | "noun">;

/** Rows as cards, where a row has more to show than a line holds; a compact table below sums them up (spec §2). */
export function Cards({
  of,
  whole,
  children,
}: {
  of: Of;
  /** Shown whole on a phone too: a few cards that are no list. */
  whole?: boolean;
  children: ReactNode;
}) {
  return (
    // data-item: what a question before a deletion calls a row, see shell/anchors.ts
    <ul className={whole ? "cards whole" : "cards"} data-item={wordsOf(of).one}>
      {children}
    </ul>
  );
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
  /** One line under the name. */
  lead?: ReactNode;
  icon?: ReactNode;
  badge?: ReactNode;
  /** Those without a value are left out. */
  facts?: [label: string, value: ReactNode][];
  /** Of several lines. */
  description?: string | null;
  actions?: ReactNode;
  /** What needs more than a line, between the facts and the actions. */
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
  rows: Row[];
  columns: Column<Row>[];
}) {
  return (
    <section className="summary">
      <h2>ملخص</h2>
      <Table compact caption={`ملخص ${wordsOf(of).many}`} {...table} />
    </section>
  );
}

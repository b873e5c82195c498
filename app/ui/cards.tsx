import type { ReactNode } from "react";

/**
 * Rows as cards, where a row has more to show than a line holds; a compact table below sums them up (spec §2).
 * @param item what a row is, as a question before its deletion names it (see shell/anchors.ts)
 */
export function Cards({ item, children }: { item: string; children: ReactNode }) {
  return (
    <ul className="cards" data-item={item}>
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
  actions: ReactNode;
  /** What needs more than a line, between the facts and the actions. */
  children?: ReactNode;
}) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== "");
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
      {known.length > 0 && (
        <dl>
          {known.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {description && <p className="description">{description}</p>}
      {children}
      <p className="row-actions">{actions}</p>
    </li>
  );
}

/** The compact table below the cards. */
export function Summary({ children }: { children: ReactNode }) {
  return (
    <section className="summary">
      <h2>ملخص</h2>
      {children}
    </section>
  );
}

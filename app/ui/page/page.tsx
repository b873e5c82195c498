import { useLocation, useOutlet, useResolvedPath } from "@remix-run/react";
import type { ReactNode } from "react";
import { type Entity, wordsOf } from "~/domain/entity";
import type { Rows } from "~/domain/html-only";
import { askForSums } from "~/domain/list-address";
import { noneMatch, noneYet } from "~/domain/nouns";
import type { Tone } from "~/domain/states";
import { ExportFoot } from "./export-links";
import { Pagination } from "./pagination";
import { SaveView } from "./save-view";

/**
 * A screen: its heading with title, lead and actions, its content, and over it the dialog of the address.
 * While a dialog is open, the content below is inert.
 */
export function Page({
  title,
  badge,
  lead,
  actions,
  children,
}: {
  title: string;
  /** The state of what the title names. */
  badge?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const dialog = useOutlet();
  return (
    <>
      <div {...(dialog ? { inert: "" } : {})}>
        <div className="page-head">
          <h1>{title}</h1>
          {badge}
          {lead && <p>{lead}</p>}
          {actions && <div className="actions">{actions}</div>}
        </div>
        {children}
      </div>
      {dialog}
    </>
  );
}

/** Figure tiles. A tile that counts a list's rows links to them. */
export function Figures({
  figures,
}: {
  figures: { label: string; value: ReactNode; href?: string | null }[];
}) {
  return (
    <dl className={figures.length > 6 ? "figures many" : "figures"}>
      {figures.map(({ label, value, href }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{href ? <a href={href}>{value}</a> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

export const count = (value: number) => <bdi>{value.toLocaleString("en-US")}</bdi>;

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

/** One fact in a list of facts. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** An empty list: it says that there are no rows and what to do next. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <section className="empty">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/**
 * Says why a list shows no rows, and what to do. There are four reasons: a filter has an invalid value, the page number is too
 * large, nothing matches the filters, or the table is empty.
 * @param next what to do if there are no rows yet
 */
export function EmptyList({
  refusal,
  total,
  isFiltered,
  noMatch,
  none,
  next,
}: {
  /** The sentence about a filter with an invalid value, see `rowsOrRefusal` of db/list. */
  refusal: string | undefined;
  total: number;
  isFiltered: boolean;
  noMatch: string;
  none: string;
  next: string;
}) {
  if (refusal) return <RefusedFilter refusal={refusal} />;
  return (
    <Empty title={total > 0 ? "لا سجلات في هذه الصفحة" : isFiltered ? noMatch : none}>
      <p>
        {total > 0 ? "ارجع إلى الصفحة الأولى." : isFiltered ? "جرب بحثًا أو تصفية أخرى، أو اعرض الكل." : next}
      </p>
    </Empty>
  );
}

/**
 * A list: its rows (the children) with the links to its other pages, or the reason why it has no rows.
 * @param next what to do if there are no rows yet
 */
export function List({
  of,
  page,
  next,
  hasFiles = true,
  children,
}: {
  of: Pick<Entity, "table" | "noun">;
  /** Whether it has export links: true except for lists within a page. */
  hasFiles?: boolean;
  page: {
    rows: Rows<unknown>;
    total: number;
    isCapped?: boolean;
    page: number;
    perPage: number;
    refusal?: string;
    /** Whether the tiles are left out, since their sums are of more rows than are counted. */
    lacksSums?: boolean;
  };
  next: string;
  children: ReactNode;
}) {
  const address = new URLSearchParams(useLocation().search);
  for (const name of ["page", "per_page", "add"]) address.delete(name); // `add`: see services/lookups/lookup-field.tsx
  const { pathname } = useResolvedPath(".");
  return (
    <>
      {page.lacksSums && (
        <p className="notice info">
          المجاميع لأكثر من 10,000 سجل تستغرق وقتًا.{" "}
          <a href={`?${address}${address.size ? "&" : ""}${askForSums}=true`}>احسب المجاميع</a>
        </p>
      )}
      {page.rows.length ? (
        children
      ) : (
        <EmptyList
          refusal={page.refusal}
          total={page.total}
          isFiltered={[...address.values()].some(Boolean)}
          noMatch={noneMatch(wordsOf(of))}
          none={noneYet(wordsOf(of))}
          next={next}
        />
      )}
      <Pagination {...page} />
      <div className="list-foot">
        {hasFiles && page.rows.length > 0 && (
          <ExportFoot path={pathname} search={address.size ? `?${address}` : ""} />
        )}
        <SaveView />
      </div>
    </>
  );
}

/** Replaces the rows where a filter has an invalid value (rulings §1). */
export function RefusedFilter({ refusal }: { refusal: string }) {
  return (
    <Empty title={refusal}>
      <p>صحح التصفية أو اعرض الكل.</p>
    </Empty>
  );
}

/** The list's query string for links to its dialogs and back, without the parameter of a small dialog. */
export function useListSearch() {
  const { search } = useLocation();
  if (!search.includes("add")) return search; // a quick exit, since every link of every row calls this
  const params = new URLSearchParams(search);
  if (!params.has("add")) return search;
  params.delete("add"); // see services/lookups/lookup-field.tsx
  return params.size ? `?${params}` : "";
}

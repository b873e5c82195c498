import type { ComponentProps, ReactNode } from "react";
import { count, EmptyList, Figures } from "./page";
import type { Pagination } from "./pagination";
import { Refusal } from "./sentence";

/** Some rows of a trial: what they are, how many, and the address that shows them alone. */
type Part = { label: string; rows: number; href: string };

/**
 * A trial: what would happen to each thing that was brought, before anything is written.
 * @param refusal why the last post did nothing
 * @param all every row, and `parts` the rows by what would happen to them
 */
export function Trial({
  refusal,
  notices,
  all,
  parts,
  children,
}: {
  refusal: string | undefined;
  notices?: ReactNode;
  all: Part;
  parts: Part[];
  children: ReactNode;
}) {
  return (
    <>
      <Refusal text={refusal} />
      {notices}
      <Figures
        figures={[
          { label: all.label, value: count(all.rows), href: all.href },
          ...parts.map(({ label, rows, href }) => ({ label, value: count(rows), href: rows ? href : null })),
        ]}
      />
      {children}
    </>
  );
}

/** The rows of a trial that a page shows, or why there are none. */
export const TrialRows = ({
  page,
  children,
  ...words
}: {
  page: ComponentProps<typeof Pagination> & { rows: unknown[]; refusal: string | undefined };
  children: ReactNode;
} & Pick<ComponentProps<typeof EmptyList>, "isFiltered" | "noMatch" | "none" | "next">) =>
  page.rows.length ? children : <EmptyList refusal={page.refusal} total={page.total} {...words} />;

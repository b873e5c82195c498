import { createElement, type ReactNode } from "react";
import { HtmlRows, type Rows } from "~/domain/html-rows";

/**
 * Names the element with a page's rows; a page has one list at most. It is not React's `useId`, which changes when React gives up
 * hydrating and draws the page anew.
 */
const rowsId = "rows";

/** The HTML of the rows that came in the page. */
let pageHtml: string | undefined;

/**
 * An element with a list's rows, each drawn by `children`. The browser leaves the rows of a page as they are: they are plain links
 * and `<details>`, and the page's data do not have them. Rows of a later navigation are drawn.
 */
export function RowsIn<Row>({
  as,
  rows,
  last,
  children,
  ...attributes
}: {
  as: "tbody" | "ul";
  rows: Rows<Row>;
  /** A row below them. */
  last?: ReactNode;
  children: (row: Row) => ReactNode;
  className?: string;
  "data-item"?: string;
}) {
  const id = "isHtml" in rows ? rowsId : undefined;
  const known = HtmlRows.read(rows);
  if (known) return createElement(as, { ...attributes, id }, known.map(children), last);
  // Read from the page once, since React may have to draw the element again, without the page's.
  pageHtml ??= document.getElementById(rowsId)?.innerHTML ?? "";
  return createElement(as, {
    key: "html",
    ...attributes,
    id,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: { __html: pageHtml },
  });
}

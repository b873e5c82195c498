import { createElement, type ReactNode } from "react";
import { HtmlRows, type Rows } from "~/domain/html-rows";

/** The HTML of rows that came in the page, by the id of the element that contains them. */
const htmlById = new Map<string, string>();

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
  // No id of React's: React forgets those when it gives up hydrating and draws the page anew.
  const id = "isHtml" in rows ? `${as}-${rows.id}` : undefined;
  const known = HtmlRows.read(rows);
  if (known) return createElement(as, { ...attributes, id }, known.map(children), last);
  const __html = htmlOf(id ?? "");
  return createElement(as, {
    key: "html",
    ...attributes,
    id,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: { __html },
  });
}

/** Reads the rows from the page once, since React may have to draw their element again, without the page's. */
function htmlOf(id: string) {
  const html = htmlById.get(id) ?? document.getElementById(id)?.innerHTML ?? "";
  htmlById.set(id, html);
  return html;
}

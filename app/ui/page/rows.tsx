import { createElement, type ReactNode, useId } from "react";
import { HtmlRows, type Rows } from "~/domain/html-rows";

/** The HTML of rows that came in a page, by the rows of its data and the element that contains them. */
const htmlOfRows = new WeakMap<object, Map<string, string>>();

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
  const id = useId();
  const known = HtmlRows.read(rows);
  if (known)
    return createElement(
      as,
      { ...attributes, id: known === rows ? undefined : id },
      known.map(children),
      last,
    );
  const __html = htmlOf(rows, as, id);
  return createElement(as, {
    key: "html",
    ...attributes,
    id,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: { __html },
  });
}

/** Reads the rows from the page once, since React may have to draw their element again, without the page's. */
function htmlOf(rows: object, element: string, id: string) {
  const all = htmlOfRows.get(rows) ?? new Map<string, string>();
  htmlOfRows.set(rows, all);
  const html = all.get(element) ?? document.getElementById(id)?.innerHTML ?? "";
  all.set(element, html);
  return html;
}

import { createElement, type ReactNode, useContext } from "react";
import { HtmlOnly, type InHtml, isHtmlOnly, type Rows } from "~/domain/html-only";
import { AreGuarded, DrawnRows, HasFailed } from "./drawn-rows";

/** The HTML of a page's parts, by their elements' ids. */
const htmlById = new Map<string, string>();

type Attributes = { className?: string; name?: string; defaultValue?: string; "data-item"?: string };

/**
 * An element whose content is drawn from a value. The browser leaves the content that came in the page as it is: it has no handlers and
 * no state, and the page's data do not have its value. Values of a later navigation are drawn.
 * @param id names the element in the page. It is not React's `useId`, which changes when React gives up hydrating.
 */
export function HtmlPart<Value>({
  as,
  id,
  value,
  children,
  ...attributes
}: Attributes & {
  as: "tbody" | "ul" | "select" | "div";
  id: string;
  value: InHtml<Value>;
  children: (value: Value) => ReactNode;
}) {
  const hasFailed = useContext(HasFailed);
  const known = HtmlOnly.read(value);
  if (known !== undefined)
    return (
      <AreGuarded.Provider value={hasFailed && isHtmlOnly(value)}>
        {createElement(as, { ...attributes, id: isHtmlOnly(value) ? id : undefined }, children(known))}
      </AreGuarded.Provider>
    );
  return createElement(as, {
    key: "html",
    ...attributes,
    id,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: { __html: htmlOf(id) },
  });
}

/** Reads the HTML from the page once, since React may have to draw the element again, without the page's. */
function htmlOf(id: string) {
  const html = htmlById.get(id) ?? document.getElementById(id)?.innerHTML ?? "";
  htmlById.set(id, html);
  return html;
}

/** An element with a list's rows, each drawn by `children`. A page has one list, which it may show as cards and as a table. */
export const RowsIn = <Row,>({
  as,
  rows,
  last,
  instead,
  children,
  ...attributes
}: Attributes & {
  as: "tbody" | "ul";
  rows: Rows<Row>;
  /** Draws the words that stand in the place of a row that cannot be drawn. */
  instead: (words: string) => ReactNode;
  /** A row below them. */
  last?: ReactNode;
  children: (row: Row) => ReactNode;
}) => (
  <HtmlPart as={as} id={`rows-${as}`} value={rows} {...attributes}>
    {(known) => (
      <>
        <DrawnRows rows={known} instead={instead}>
          {children}
        </DrawnRows>
        {last}
      </>
    )}
  </HtmlPart>
);

import { useLocation } from "@remix-run/react";
import type { Rows } from "~/domain/html-only";

/** The position in a list and links to other pages. The page number is part of the address. */
export function Pagination({
  page,
  perPage,
  total,
  isCapped = false,
  rows = [],
  name = "page",
  of,
}: {
  page: number;
  perPage: number;
  total: number;
  /** Whether more than `total` rows match; the rest was not counted. */
  isCapped?: boolean;
  /** The rows of this page. In a capped list their number alone tells where the page ends. */
  rows?: Rows<unknown>;
  /** The parameter of the address. */
  name?: string;
  /** The id of the table among several of its screen. */
  of?: string;
}) {
  const { pathname, search } = useLocation();
  const pages = Math.max(1, Math.ceil(total / perPage));
  if (total === 0) return null;
  const to = (number: number) => {
    const params = new URLSearchParams(search);
    if (number === 1) params.delete(name);
    else params.set(name, String(number));
    return (params.size ? `${pathname}?${params}` : pathname) + (of ? `#${of}` : "");
  };
  const first = (page - 1) * perPage + 1;
  const last = isCapped ? first + rows.length - 1 : Math.min(page * perPage, total);
  return (
    <nav className="pages" aria-label="الصفحات">
      <p>
        {last < first ? (
          "لا سجلات في هذه الصفحة"
        ) : (
          <>
            من <bdi>{first.toLocaleString("en-US")}</bdi> إلى <bdi>{last.toLocaleString("en-US")}</bdi>،
            الإجمالي {isCapped && "أكثر من "}
            <bdi>{total.toLocaleString("en-US")}</bdi>
          </>
        )}
      </p>
      {pages > 1 && (
        <span>
          {page > 1 && (
            <>
              <a className="button" href={to(1)}>
                الأولى
              </a>
              <a className="button" href={to(last < first ? Math.min(page - 1, pages) : page - 1)} rel="prev">
                السابقة
              </a>
            </>
          )}
          {(page < pages || (isCapped && rows.length === perPage)) && (
            <a className="button" href={to(page + 1)} rel="next">
              التالية
            </a>
          )}
          {page < pages && !isCapped && (
            <a className="button" href={to(pages)}>
              الأخيرة
            </a>
          )}
        </span>
      )}
    </nav>
  );
}

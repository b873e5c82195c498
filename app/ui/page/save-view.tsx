import { useLocation, useRouteLoaderData } from "@remix-run/react";
import type { Permission } from "~/domain/permissions";
import { screenOf } from "~/ui/menu";

/** The address of a view, as it is kept and compared: its filters in one order, without empty ones, page or dialog. */
export function viewOf(pathname: string, search: string) {
  const params = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name, value]) => value && !["page", "add"].includes(name)),
  );
  params.sort();
  return params.size ? `${pathname}?${params}` : pathname;
}

/** Keeps the view that is open under a name; stands at the foot of a list that the menu leads to. */
export function SaveView() {
  const { pathname, search } = useLocation();
  const shell = useRouteLoaderData<{ permissions: Permission[]; favorites: { address: string }[] }>(
    "shell/shell",
  );
  if (!shell || !screenOf(shell, pathname)) return null;
  const view = viewOf(pathname, search);
  const isKept = shell.favorites.some(({ address }) => address === view);
  return (
    <a
      className="save-view"
      href={isKept ? "/favorites" : `/favorites/new?to=${encodeURIComponent(view)}`}
      data-discover="true"
    >
      <span aria-hidden="true">{isKept ? "★" : "☆"}</span> {isKept ? "محفوظ في المفضلة" : "حفظ في المفضلة"}
    </a>
  );
}

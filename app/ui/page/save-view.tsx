import { useLocation, useRouteLoaderData } from "@remix-run/react";
import type { Permission } from "~/domain/permissions";
import { screenOf } from "./menu";

/**
 * The address of a view in the form in which it is stored and compared: its filters in a fixed order, without empty ones, page
 * and dialog.
 */
export function viewOf(pathname: string, search: string) {
  const params = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name, value]) => value && !["page", "add"].includes(name)),
  );
  params.sort();
  return params.size ? `${pathname}?${params}` : pathname;
}

/** Saves the open view under a name. It stands at the foot of lists that the menu links to. */
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

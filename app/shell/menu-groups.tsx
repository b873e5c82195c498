import { useLocation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import type { Group } from "~/ui/page/menu";
import { setScriptCookie } from "./script-cookie";

export const foldsCookie = "office_menu";

/** The names of the groups that the user has opened or folded against their usual state, of the cookie's value. */
export const foldsOf = (cookie = "") =>
  cookie
    .split(".")
    .filter((name) => /^[a-z]{1,20}$/.test(name))
    .slice(0, 20);

/** A menu with no more screens than this is open. */
const few = 8;

const year = 365 * 24 * 60 * 60;

type SavedView = { id: number; name: string; address: string };

/**
 * The groups of the menu, each folded to its heading, so that all are in sight. The one of the present screen is open, and what a
 * user opens or folds stays so: a cookie tells it to the server.
 * @param folds see `foldsOf`
 */
export function MenuGroups({
  menu,
  item,
  favorites,
  favorite,
  folds: first,
}: {
  menu: Group[];
  /** The menu's item of the present screen. */
  item?: Group["items"][number];
  favorites: SavedView[];
  /** The saved view that is open. */
  favorite?: SavedView;
  folds: string[];
}) {
  const [folds] = useState(() => new Set(first)); // no state: the browser folds, and React would do it once more
  const isShort = menu.flatMap(({ items }) => items).length <= few;
  const current = favorite
    ? "favorites"
    : menu.find(({ items }) => items.some(({ href }) => href === item?.href))?.name;
  const foldOf = (name: string, isUsual = isShort) => ({
    open: name === current || folds.has(name) !== isUsual,
    remember(isOpen: boolean) {
      if (isOpen === isUsual) folds.delete(name);
      else folds.add(name);
      setScriptCookie(foldsCookie, [...folds].join("."), year);
    },
  });
  return (
    <div className="menu-groups">
      {menu.map(({ name, label, items }, index) => {
        const links = (
          <ul>
            {items.map(({ href, label }) => (
              <MenuItem key={href} href={href} isCurrent={!favorite && href === item?.href}>
                {label}
              </MenuItem>
            ))}
          </ul>
        );
        return (
          <section key={name}>
            {items.length > 1 ? (
              <Fold label={label} {...foldOf(name)}>
                {links}
              </Fold>
            ) : (
              links
            )}
            {index === 0 && favorites.length > 0 && (
              <Fold label="المفضلة" {...foldOf("favorites", true)}>
                <Favorites favorites={favorites} current={favorite} />
              </Fold>
            )}
          </section>
        );
      })}
    </div>
  );
}

/** A group with its heading, which opens and folds it also without scripts. */
const Fold = ({
  label,
  open,
  remember,
  children,
}: {
  label: string;
  open: boolean;
  remember: (isOpen: boolean) => void;
  children: ReactNode;
}) => (
  <details open={open}>
    {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is no static element; the browser opens it at this click */}
    <summary onClick={({ currentTarget }) => remember(!currentTarget.parentElement?.hasAttribute("open"))}>
      {label}
    </summary>
    {children}
  </details>
);

/** A link of the menu. Where scripts have followed it, a button after it leads on to the content: without scripts the new page has its own link first. */
function MenuItem({
  href,
  isCurrent,
  title,
  children,
}: {
  href: string;
  isCurrent: boolean;
  title?: string;
  children: ReactNode;
}) {
  const { key } = useLocation();
  const [first] = useState(key);
  return (
    <li>
      <a href={href} title={title} data-discover="true" aria-current={isCurrent ? "page" : undefined}>
        {children}
      </a>
      {isCurrent && key !== first && (
        <button type="button" className="skip" onClick={() => document.getElementById("content")?.focus()}>
          إلى محتوى الصفحة
        </button>
      )}
    </li>
  );
}

/** The views of this user and those for all. */
const Favorites = ({ favorites, current }: { favorites: SavedView[]; current?: SavedView }) => (
  <>
    <a href="/favorites">إدارة</a>
    <ul className="kept">
      {favorites.map((one) => (
        <MenuItem key={one.id} href={one.address} isCurrent={one === current} title={one.name}>
          <bdi>{one.name}</bdi>
        </MenuItem>
      ))}
    </ul>
  </>
);

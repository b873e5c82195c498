import { data, type MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { db } from "~/db/knex.server";
import { productTitle } from "~/domain/product";
import { scriptCookieOf } from "~/http/cookies.server";
import { takeFlash } from "~/http/flash.server";
import { authorOf } from "~/http/form-author.server";
import { forgetHeld, isHeld } from "~/http/form-hold.server";
import { screen } from "~/http/screen.server";
import { tidyAddress } from "~/http/tidy-address.server";
import { useFirstDrawn } from "~/ui/page/hydration";
import { itemOf, menuFor } from "~/ui/page/menu";
import { viewOf } from "~/ui/page/save-view";
import { leaveToasts, prepareToasts, showFlash } from "~/ui/page/toast";
import { useAskBeforeLeaving } from "~/ui/page/unsaved";
import { useAnchors } from "./anchors";
import { Announcer, LastMessage } from "./announcer";
import { Mark } from "./brand";
import type { Brand } from "./brand.server";
import { readNextStep } from "./first-steps.server";
import { useReceiptKey } from "./keys";
import { foldsCookie, foldsOf, MenuGroups } from "./menu-groups";
import { DoneMessage } from "./next-steps";
import { useRowNames } from "./row-names";
import { SearchHead } from "./search-head";
import { useSentForm } from "./sent-form";
import { readShell } from "./shell.server";
import { withStorage } from "./storage";

export const loader = screen([], async ({ user, request }) => {
  tidyAddress(request);
  const [{ flash, forget }, { brand, favorites }] = await Promise.all([takeFlash(request), readShell(user)]);
  const { username, permissions } = user;
  const next = flash && !flash.links ? await readNextStep(db, user, flash.to).catch(() => null) : null;
  const headers = new Headers();
  if (forget) headers.append("Set-Cookie", forget);
  if (isHeld(request)) headers.append("Set-Cookie", forgetHeld);
  const folds = foldsOf(scriptCookieOf(request, foldsCookie));
  return data(
    { username, permissions, favorites, folds, flash, next, brand, author: authorOf(user) },
    { headers },
  );
});

/** The title of pages without one of their own. */
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.brand.name || productTitle }];

/** The letters of a toast's line; what is longer needs room (styles/toasts.css). */
const line = 34;

/** What stays free below the present item of the menu, in pixels. */
const room = 64;

export default function Shell() {
  const { username, permissions, favorites, folds, flash, next, brand } = useLoaderData<typeof loader>();
  const menu = menuFor({ permissions });
  const { pathname, search, key } = useLocation();
  const view = viewOf(pathname, search);
  const favorite = favorites.find(({ address }) => address === view);
  const item = itemOf(menu, pathname);
  const anchors = useAnchors();
  useReceiptKey();
  useAskBeforeLeaving();
  useRowNames();
  useSentForm(flash);
  const drawer = useRef<HTMLElement>(null);
  const isDrawn = useRef(useFirstDrawn());
  const permissionKey = permissions.join();

  // Spec §4 and §9: kept for other parts of the client. The server never trusts them; the login screen clears them.
  useEffect(() => {
    withStorage((storage) => {
      storage.setItem("permissions", JSON.stringify(permissionKey ? permissionKey.split(",") : []));
      storage.setItem("username", username);
    });
  }, [permissionKey, username]);

  useEffect(() => {
    prepareToasts();
  }, []);

  const [inPage] = useState(flash);
  useEffect(() => {
    if (flash && flash !== inPage && !flash.links) showFlash(flash);
  }, [flash, inPage]);

  useEffect(() => leaveToasts, [key]);

  // Every new address closes the drawer.
  useEffect(() => {
    if (drawer.current?.matches(":popover-open")) drawer.current.hidePopover();
  }, [view]);

  // Scrolls a long menu to the present item; in the drawer when it opens. After scrollIntoView the next Tab would begin at the item.
  useEffect(() => {
    const nav = drawer.current;
    const show = () => {
      const link = nav?.querySelector(".menu-groups [aria-current]");
      link?.closest("details")?.setAttribute("open", ""); // the user may have folded it
      const item = link?.getBoundingClientRect();
      if (!nav || !item) return;
      const { top, bottom } = nav.getBoundingClientRect();
      nav.scrollTop += Math.min(item.top - top, Math.max(0, item.bottom + room - bottom));
    };
    if (isDrawn.current) show(); // the server's HTML does that by itself (first-page/boot.js)
    isDrawn.current = true;
    nav?.addEventListener("toggle", show);
    return () => nav?.removeEventListener("toggle", show);
  }, [view]);

  return (
    <div
      className="shell"
      data-toasts={flash && !flash.links && flash.text.length > line ? "" : undefined}
      {...anchors}
    >
      <a className="skip" href="#content">
        تخطي إلى المحتوى
      </a>
      <Announcer inPage={inPage} />
      <Progress />
      <header className="topbar">
        <button type="button" className="menu-button" {...{ popovertarget: "menu" }}>
          <span aria-hidden="true">☰</span> القائمة
        </button>
        <a className="menu-button menu-link" href="#menu">
          <span aria-hidden="true">☰</span> القائمة
        </a>
        <BrandLink {...brand} />
        <SearchHead />
      </header>
      <nav id="menu" className="menu" aria-label="القائمة الرئيسية" ref={drawer} {...{ popover: "auto" }}>
        <BrandLink {...brand} />
        <a className="menu-link" href="#content">
          <span aria-hidden="true">✕</span> إغلاق القائمة
        </a>
        <MenuGroups menu={menu} item={item} favorites={favorites} favorite={favorite} folds={folds} />
        <form className="whoami" method="post" action="/logout">
          <a href="/account" aria-current={pathname.startsWith("/account") ? "page" : undefined}>
            <bdi>{username || "مستخدم"}</bdi>
            <small>حسابي</small>
          </a>
          <button type="submit">تسجيل الخروج</button>
        </form>
      </nav>
      <main id="content" tabIndex={-1}>
        <DoneMessage flash={flash} inPage={inPage} />
        <LastMessage />
        {next && (
          <p className="next-step">
            الخطوة التالية: <a href={next.href}>{next.label}</a>
          </p>
        )}
        <Outlet />
      </main>
    </div>
  );
}

function BrandLink({ name, logo_url }: Brand) {
  return (
    <a className="brand" href="/">
      <Mark logo_url={logo_url} size={34} />
      <span>{name || productTitle}</span>
    </a>
  );
}

/** A progress bar while a page loads. */
function Progress() {
  const busy = useNavigation().state !== "idle";
  return (
    <div className="progress" role="status" data-busy={busy || undefined}>
      {busy && <span>جاري التحميل...</span>}
    </div>
  );
}

import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Flash } from "~/http/flash.server";
import { announce, useAnnouncement, useLastMessage } from "~/ui/page/announce";
import { isLastPress } from "~/ui/page/presses";
import { Sentence } from "~/ui/page/sentence";

/**
 * Says where a link that scripts followed has led, how many rows a search has, and the message that came in the page. Where the focus is lost on the way, the heading
 * takes it. A dialog over its list is no new page: it says its own name.
 */
export function Announcer({ inPage }: { inPage: Flash | null }) {
  const { key, pathname, search } = useLocation();
  const { state } = useNavigation();
  const press = useRef<number>();
  const before = useRef({ key, pathname, search, isCovered: false });
  useEffect(() => {
    if (state === "loading") press.current = window.presses.count;
  }, [state]);
  useEffect(() => {
    if (inPage) announce(inPage.text);
  }, [inPage]);
  useEffect(() => {
    const last = before.current;
    // The title is set and a dialog opened by the effects of others.
    const timer = setTimeout(() => {
      const isCovered = document.querySelector("dialog:modal") !== null;
      before.current = { key, pathname, search, isCovered };
      if (last.key === key || isCovered) return;
      const isSameScreen = last.pathname === pathname;
      if (!last.isCovered) announce((isSameScreen && countInWords()) || document.title);
      const isNextPage =
        isSameScreen && last.search !== search && withoutPage(last.search) === withoutPage(search);
      if (document.activeElement === document.body || (isNextPage && isLastPress(press.current)))
        focusHeading();
    });
    return () => clearTimeout(timer);
  }, [key, pathname, search]);
  return (
    <p className="sr-only" role="status">
      {useAnnouncement()}
    </p>
  );
}

/** An address's query without its page. */
function withoutPage(search: string) {
  const query = new URLSearchParams(search);
  query.delete("page");
  return String(query);
}

/** «من 1 إلى 17، الإجمالي 17», or why the list is empty. */
const countInWords = () => document.querySelector<HTMLElement>(".pages p, .empty h2")?.innerText;

/** The heading of the page takes the focus where it would be lost. */
export function focusHeading() {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** The last message, which can be read after its toast has gone. Without scripts the message itself stays. */
export function LastMessage() {
  const message = useLastMessage();
  return message ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long one is seen to its end with the focus
    <p className="last-message scripted" tabIndex={0}>
      <Sentence text={message} />
    </p>
  ) : null;
}

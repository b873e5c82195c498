import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Flash } from "~/http/flash.server";
import { keepMessage } from "~/ui/page/announce";
import { Sentence } from "~/ui/page/sentence";

/**
 * The message after an action with its next steps. It stays until the user leaves the page, and its first link has the focus, so
 * that Enter follows it. A message without links is a toast: one that comes in a page is a toast by the style sheet, since the page's
 * scripts may come late, and without JavaScript a notice.
 * One that scripts bring is an alert, which is spoken as it comes; the shell says one that came in the page (announcer.tsx).
 * @param inPage the message that came in the page
 */
export function DoneMessage({ flash, inPage }: { flash: Flash | null; inPage: Flash | null }) {
  const { key } = useLocation();
  const [first, setFirst] = useState({ flash, key });
  if (flash !== first.flash) setFirst({ flash, key });
  const links = flash && flash === first.flash && key === first.key ? flash.links : undefined;
  const link = useRef<HTMLAnchorElement>(null);
  const toast = useRef<HTMLDivElement>(null);
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    if (links) link.current?.focus();
  }, [links]);
  // The style sheet ends the toast of a page; its message stays to be read.
  useEffect(() => {
    const [animation] = toast.current?.getAnimations() ?? [];
    if (!animation || !inPage) return;
    let isLeft = false;
    const end = () => {
      if (isLeft) return;
      keepMessage(inPage.text);
      setGone(true);
    };
    animation.finished.then(end, () => {});
    return () => {
      isLeft = true;
    };
  }, [inPage, key]);
  if (!flash || (flash.links ? !links : flash !== inPage || isGone)) return null;
  return (
    <div
      className={`notice done ${flash.kind}${links ? "" : " flash"}`}
      role={flash === inPage ? "status" : "alert"}
      ref={toast}
    >
      <p>
        <Sentence text={flash.text} />
      </p>
      {links?.map(({ href, label }, index) => (
        <a
          key={href}
          ref={index ? undefined : link}
          className={index ? "button" : "button primary"}
          href={href}
          data-discover="true"
        >
          <Sentence text={label} />
        </a>
      ))}
    </div>
  );
}

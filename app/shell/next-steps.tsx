import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Flash } from "~/http/flash.server";
import { Sentence } from "~/ui/page/sentence";

/**
 * The message after an action with its next steps. It stays until the user leaves the page, and its first link has the focus, so
 * that Enter follows it. A message without links is a toast, and without JavaScript a notice.
 */
export function DoneMessage({ flash }: { flash: Flash | null }) {
  const { key } = useLocation();
  const [first, setFirst] = useState({ flash, key });
  if (flash !== first.flash) setFirst({ flash, key });
  const links = flash && flash === first.flash && key === first.key ? flash.links : undefined;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (links) link.current?.focus();
  }, [links]);
  if (!flash) return null;
  const box = (
    <div className={`notice done ${flash.kind}`} role="status">
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
  return links ? box : <noscript>{!flash.links && box}</noscript>;
}

import { useNavigate, useRevalidator } from "@remix-run/react";
import type { MouseEvent } from "react";
import { lineDead, post } from "~/ui/page/post";
import { confirmByToast, showFlash } from "~/ui/page/toast";

/**
 * One click handler for all links of a page, instead of a component for each: rows stay plain HTML, cheap to draw
 * and to send. Local links become client navigation; `data-confirm` asks first and then posts to the link's address,
 * whose page asks the same question where there is no JavaScript, then goes to `data-then`, if there is one. A refusal is shown over the unchanged list, and so is a
 * line that is dead (spec §8).
 */
export function useAnchors() {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  return (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as Element).closest?.("a");
    closeMenus(event.target as Element);
    if (
      !link ||
      event.defaultPrevented ||
      event.button ||
      hasModifier(event) ||
      link.target ||
      link.hasAttribute("download")
    )
      return;
    if (link.origin !== location.origin || link.getAttribute("href")?.startsWith("#")) return;
    const { confirm, question = questionOf(link) } = link.dataset;
    const to = link.pathname + link.search + link.hash;
    event.preventDefault();
    if (!confirm) {
      if (!navigator.onLine) return showFlash({ kind: "error", text: lineDead });
      const stay = link.dataset.stay !== undefined;
      // Leaving a dialog takes its address out of the history: Back does not open it again.
      return navigate(to, { preventScrollReset: stay, replace: stay && link.closest("dialog") !== null });
    }
    const confirmed = async () => {
      const refusal = await post(to);
      if (refusal) showFlash({ kind: "error", text: refusal });
      else if (link.dataset.then) navigate(link.dataset.then, { replace: true });
      else revalidate();
    };
    if (confirm === "toast") confirmByToast(question, confirmed);
    else if (window.confirm(question)) confirmed();
  };
}

/** A menu (ui/more) closes when a link in it was taken, or something beside it; on a phone it is no menu, but part of its row. */
function closeMenus(target: Element) {
  if (matchMedia("(width < 48rem)").matches) return;
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.more[open]"))
    if (!menu.contains(target) || target.closest("a")) menu.open = false;
}

const hasModifier = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/** «هل أنت متأكد من حذف سند القبض RV-2026-00001؟»: the link's words, the list's item, the first line of the row's head. */
function questionOf(link: HTMLAnchorElement) {
  const item = link.closest<HTMLElement>("[data-item]")?.dataset.item ?? "";
  // innerText: textContent would run the lines together
  const name =
    link.closest("tr, .card")?.querySelector<HTMLElement>("th, h2")?.innerText.split("\n")[0] ?? "";
  return `هل أنت متأكد من ${link.textContent} ${item} «${name}»؟`;
}

import { useNavigate, useRevalidator } from "@remix-run/react";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react";
import { ask } from "~/ui/page/ask";
import { useAuthor } from "~/ui/page/author";
import { post } from "~/ui/page/post";
import { askByToast, showFlash } from "~/ui/page/toast";
import { focusHeading } from "./announcer";
import { nameActions, nameOfRow } from "./row-names";

/**
 * One handler for all links of a page, instead of a component for each, so that rows stay plain HTML. Escape closes a menu of a row. Local links become
 * client navigation. A link with `data-confirm` asks first and then posts to its address, which without JavaScript is a page with
 * the same question; after a success it goes to `data-then`, if given. A refusal or a failed connection is shown over the
 * unchanged list (spec §8).
 */
export function useAnchors() {
  const author = useAuthor() ?? "";
  const navigate = useNavigate();
  const { revalidate, state } = useRevalidator();
  /** The addresses whose deed is under way, or is done and still in the list: pressed again, they do nothing. */
  const deeds = useRef(new Set<string>()).current;
  const deletion = useRef<Place>();
  useEffect(() => {
    if (state !== "idle") return;
    deeds.clear();
    if (deletion.current) focusNear(deletion.current);
    deletion.current = undefined;
  }, [state, deeds]);

  async function askAndPost({ confirm, question = "", then }: DOMStringMap, to: string, place: Place) {
    const isMeant = await (confirm === "toast" ? askByToast(question) : ask(question));
    if (!isMeant || deeds.has(to)) return;
    deeds.add(to);
    const form = new FormData();
    form.set("author", author);
    const refusal = await post(to, form);
    if (refusal) {
      deeds.delete(to);
      showFlash({ kind: "error", text: refusal });
    } else if (then) navigate(then, { replace: true });
    else {
      deletion.current = place;
      revalidate();
    }
  }

  const onKeyDown = ({ key, target }: KeyboardEvent<HTMLElement>) => {
    const menu = key === "Escape" && (target as Element).closest<HTMLDetailsElement>("details.more[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
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
    if (link.origin !== location.origin) return;
    if (link.getAttribute("href")?.startsWith("#")) {
      // The router would take it for another page, and forget what a form was answered.
      const target = document.getElementById(link.hash.slice(1));
      target?.focus();
      return target === document.activeElement && event.preventDefault();
    }
    const to = link.pathname + link.search + link.hash;
    event.preventDefault();
    if (link.dataset.confirm) {
      const { question = questionOf(link) } = link.dataset;
      // The second click of a double click is no second question.
      return event.detail > 1 || deeds.has(to)
        ? undefined
        : askAndPost({ ...link.dataset, question }, to, placeOf(link));
    }
    const stay = link.dataset.stay !== undefined;
    // Leaving a dialog replaces its address in the history, so that Back does not open it again.
    navigate(to, { preventScrollReset: stay, replace: stay && link.closest("dialog") !== null });
  };
  return { onClick, onKeyDown };
}

/** The place of an action in its list, and its words. */
type Place = { list: Element | null | undefined; row: number; words: string };

function placeOf(link: Element): Place {
  const row = link.closest("tr, .card");
  const list = row?.parentElement;
  return { list, row: [...(list?.children ?? [])].indexOf(row as Element), words: link.textContent ?? "" };
}

/** After a row has gone: the same action of the row that stands there now, else the last one's, else the heading has the focus. */
function focusNear({ list, row, words }: Place) {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body && !activeElement.closest("[data-sonner-toaster]"))
    return;
  const rows = list?.isConnected ? list : document.querySelector("main .list > tbody, main .cards");
  const next = rows?.children[Math.min(row, rows.children.length - 1)];
  const action = [...(next?.querySelectorAll("a") ?? [])].find(({ textContent }) => textContent === words);
  const target = action?.checkVisibility() ? action : action?.closest("details")?.querySelector("summary");
  if (!target) return focusHeading();
  const actions = target.closest(".row-actions");
  if (actions) nameActions(actions); // before it is spoken
  target.focus();
}

/**
 * Closes a menu (ui/page/more) after a click on one of its links or beside it. On a phone it is not a menu but a part of its row.
 */
function closeMenus(target: Element) {
  if (matchMedia("(width < 64rem)").matches) return;
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.more[open]"))
    if (!menu.contains(target) || target.closest("a")) menu.open = false;
}

const hasModifier = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/** «هل أنت متأكد من حذف سند القبض RV-2026-00001؟»: the link's words, the list's item, the first line of the row's heading. */
function questionOf(link: HTMLAnchorElement) {
  const item = link.closest<HTMLElement>("[data-item]")?.dataset.item ?? "";
  return `هل أنت متأكد من ${link.textContent} ${item} «${nameOfRow(link)}»؟`;
}

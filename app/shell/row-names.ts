import { useEffect } from "react";

/**
 * Names each action of a row after the row, for those who hear its links one by one: «حذف غلام رسول». Only scripts do it: in the HTML a page would be larger by each name for
 * each action. Without scripts the row's heading says it.
 */
export function useRowNames() {
  useEffect(() => {
    const main = document.getElementById("content");
    if (!main) return;
    const nameAll = () => {
      for (const actions of main.querySelectorAll(".row-actions")) nameActions(actions);
    };
    nameAll();
    const observer = new MutationObserver(nameAll);
    observer.observe(main, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, []);
}

/** The actions that have no name by themselves. */
const nameless = new WeakSet<Element>();

/** Names the actions of a row. */
export function nameActions(row: Element) {
  const name = nameOfRow(row);
  for (const action of row.querySelectorAll("a, button, summary")) {
    const words = action.textContent ?? "";
    if ((action.ariaLabel && !nameless.has(action)) || words.includes(name)) continue;
    const label = `${words} ${name}`;
    if (action.ariaLabel !== label) action.ariaLabel = label;
    nameless.add(action);
  }
}

/** The first line of the heading of an element's row. */
export const nameOfRow = (element: Element) =>
  // innerText, since textContent would join the lines
  element.closest("tr, .card")?.querySelector<HTMLElement>("th, h2")?.innerText.split("\n")[0] ?? "";

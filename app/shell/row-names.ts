import { useEffect } from "react";

/**
 * Names each action of a row after the row, for those who hear its links one by one: «حذف غلام رسول». Only scripts do it: in the HTML a page would be larger by each name for
 * each action. Without scripts the row's heading says it.
 */
export function useRowNames() {
  useEffect(() => {
    const main = document.getElementById("content");
    if (!main) return;
    const own = new WeakSet<Element>();
    const nameAll = () => {
      for (const actions of main.querySelectorAll<HTMLElement>(".row-actions")) {
        const name = nameOfRow(actions);
        for (const action of actions.querySelectorAll("a, button, summary")) {
          if (action.ariaLabel && !own.has(action)) continue; // it has a name by itself
          const label = `${action.textContent} ${name}`;
          if (action.ariaLabel !== label) action.ariaLabel = label;
          own.add(action);
        }
      }
    };
    nameAll();
    const observer = new MutationObserver(nameAll);
    observer.observe(main, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, []);
}

/** The first line of the heading of an element's row. */
export const nameOfRow = (element: Element) =>
  // innerText, since textContent would join the lines
  element.closest("tr, .card")?.querySelector<HTMLElement>("th, h2")?.innerText.split("\n")[0] ?? "";

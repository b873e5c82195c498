import { unstable_usePrompt, useBeforeUnload } from "@remix-run/react";
import { useCallback, useEffect } from "react";

/** The forms of the page, each with the question whether it holds what was typed and not saved. */
const forms = new Set<() => boolean>();
const isAnythingUnsaved = () => [...forms].some((isUnsaved) => isUnsaved());

const question = "لم تحفظ ما كتبته في هذا النموذج. هل تريد مغادرته؟";

/**
 * Asks before typed values go: where a link, Escape, the close button or Back leads to another address, and where the tab is closed or
 * loaded anew. A saved form goes on unasked, since the router does not ask where an answer leads.
 */
export function useAskBeforeLeaving() {
  unstable_usePrompt({
    message: question,
    when: ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && isAnythingUnsaved(),
  });
  useBeforeUnload(
    useCallback((event) => {
      if (isAnythingUnsaved()) event.preventDefault();
    }, []),
  );
}

/**
 * Watches a form: what is typed in it is unsaved until it is sent, and again once it comes back.
 * @param reply what the form came back with: whatever stands in it then was typed
 */
export function useUnsaved(formId: string, reply: unknown) {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    let isTouched = Boolean(reply) || isTypedIn(form);
    let first = isTouched ? undefined : contentOf(form);
    // What scripts fill in by themselves, such as the only cash box, has come by then.
    const timer = setTimeout(() => {
      if (!isTouched) first = contentOf(form);
    }, 100);
    const touch = () => {
      isTouched = true;
    };
    const send = () => {
      isTouched = false;
    };
    form.addEventListener("input", touch);
    form.addEventListener("submit", send);
    const isUnsaved = () => isTouched && contentOf(form) !== first;
    forms.add(isUnsaved);
    return () => {
      clearTimeout(timer);
      form.removeEventListener("input", touch);
      form.removeEventListener("submit", send);
      forms.delete(isUnsaved);
    };
  }, [formId, reply]);
}

/** Typed while the scripts were still on their way. */
function isTypedIn({ elements }: HTMLFormElement) {
  return [...elements].some(
    (element) =>
      (element instanceof HTMLInputElement &&
        element.type !== "hidden" &&
        (element.value !== element.defaultValue || element.checked !== element.defaultChecked)) ||
      (element instanceof HTMLTextAreaElement && element.value !== element.defaultValue),
  );
}

/** What the form would send, a file by its name. */
const contentOf = (form: HTMLFormElement) =>
  JSON.stringify(
    [...new FormData(form)].map(([name, value]) => [name, value instanceof File ? value.name : value]),
  );

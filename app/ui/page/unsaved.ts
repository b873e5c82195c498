import { useBeforeUnload, useBlocker } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { ask } from "./ask";

/** The page's forms, each as a function that says whether it has unsaved values. */
const forms = new Set<() => boolean>();
export const isAnythingUnsaved = () => [...forms].some((isUnsaved) => isUnsaved());

const question = "لم تحفظ ما كتبته في هذا النموذج. هل تريد مغادرته؟";

/**
 * Asks before typed values are lost: if a link, Escape, the close button or Back leads to another address, or the tab is closed
 * or reloaded. A saved form is not asked about, since the router does not ask before a redirect.
 */
export function useAskBeforeLeaving() {
  // Asked here and not by `unstable_usePrompt`, whose consent is lost if a navigation that was under way ends meanwhile.
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname || !isAnythingUnsaved()) return false;
    const answer = ask(question);
    if (answer instanceof Promise) answer.then((isYes) => isYes && latest.current.proceed?.());
    return answer !== true;
  });
  const latest = useRef(blocker);
  latest.current = blocker;
  useBeforeUnload(
    useCallback((event) => {
      if (isAnythingUnsaved()) event.preventDefault();
    }, []),
  );
}

/**
 * Watches a form: typed values are unsaved until it is sent, and again after it is refused.
 * @param reply the answer to a refused form, all of whose values count as typed
 */
export function useUnsaved(formId: string, reply: unknown) {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    let isTouched = Boolean(reply) || isTypedIn(form);
    let first = isTouched ? undefined : contentOf(form);
    // By then scripts have filled in what they choose by themselves, such as the only cash box.
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

/** Whether values were typed before JavaScript was ready. */
function isTypedIn({ elements }: HTMLFormElement) {
  return [...elements].some(
    (element) =>
      (element instanceof HTMLInputElement &&
        element.type !== "hidden" &&
        (element.value !== element.defaultValue || element.checked !== element.defaultChecked)) ||
      (element instanceof HTMLTextAreaElement && element.value !== element.defaultValue),
  );
}

/** The values that the form would send; a file by its name. */
const contentOf = (form: HTMLFormElement) =>
  JSON.stringify(
    [...new FormData(form)].map(([name, value]) => [name, value instanceof File ? value.name : value]),
  );

import { connectionLost, hasServer } from "~/ui/page/post";
import { showFlash } from "~/ui/page/toast";

/** What the router does with a form: it is sending it, or loads what follows its answer, which is shown. */
function sendingState() {
  const { formMethod, state } = window.__remixRouter?.state.navigation ?? {}; // none before the scripts have drawn the page
  return formMethod === "POST" ? state : "idle";
}

/**
 * Lets each form be sent once, however often its button is pressed: a second press while the first is under way does nothing, nor does
 * Enter that is held. A step of a form counts each time, and saving after it; so does another form once the first has its answer. The
 * keys of a composition, of which the last is often Enter, are the writing system's alone: no handler hears of them.
 */
export function watchPresses() {
  let isStep = false;
  let last: EventTarget | null = null;
  const left = new WeakSet<EventTarget>();
  const watch = (type: string, act: (event: never) => void, capture = true) =>
    addEventListener(type, act as EventListener, { capture });
  watch("submit", (event: SubmitEvent) => {
    const { target: form, submitter } = event;
    if ((form as Element).getAttribute("method") !== "post") return;
    const state = sendingState();
    const isUnderWay = state === "submitting" || (state === "loading" && form === last);
    const isAgain = (isUnderWay && !isStep) || left.has(form as Element);
    if (isAgain) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    isStep = submitter instanceof HTMLButtonElement && submitter.formNoValidate;
    last = form;
  });
  // After React: a form that nobody has taken over is sent by the browser, which leaves the page. On a dead line the page stays.
  const leave = async (event: SubmitEvent) => {
    const { submitter, defaultPrevented } = event;
    const form = event.target as HTMLFormElement;
    const opensTab = form.target || submitter?.hasAttribute("formtarget");
    if (defaultPrevented || form.getAttribute("method") !== "post" || opensTab) return;
    event.preventDefault();
    left.add(form);
    if (await hasServer()) return sendByBrowser(form, submitter);
    left.delete(form);
    showFlash({ kind: "error", text: connectionLost });
  };
  watch("submit", leave, false);
  watch("pageshow", ({ persisted }: PageTransitionEvent) => {
    if (persisted) for (const form of document.forms) left.delete(form);
  });
  watch("keydown", (event: KeyboardEvent) => {
    const isComposed = event.isComposing || event.keyCode === 229; // 229 after it has ended, in WebKit
    if (isComposed) event.stopImmediatePropagation();
    const isText = event.target instanceof HTMLTextAreaElement;
    if (event.key === "Enter" && (isComposed || event.repeat) && !isText) event.preventDefault();
  });
}

/** Sends a form that was checked, as its button would. */
function sendByBrowser(form: HTMLFormElement, submitter: HTMLElement | null) {
  const button = new FormData(form, submitter);
  const name = submitter?.getAttribute("name");
  const field = document.createElement("input");
  if (name) Object.assign(field, { type: "hidden", name, value: button.getAll(name).at(-1) });
  form.append(field);
  const action = submitter?.getAttribute("formaction");
  if (action) form.action = action;
  HTMLFormElement.prototype.submit.call(form);
  field.remove();
}

import { directionOfPart, partsOf } from "./sentence";

/** In milliseconds: nobody reads a question and answers it in less. */
const shortest = 50;

/**
 * Asks by the browser's own dialog. A browser that was told to show no more dialogs answers no by itself, at once: that is nobody's
 * answer, and the page asks.
 * @returns the answer, or its promise if the page asks
 */
export function ask(question: string): boolean | Promise<boolean> {
  const start = performance.now();
  if (window.confirm(question)) return true;
  return performance.now() - start < shortest ? askInPage(question) : false;
}

/** Shows a sentence over the page and its dialogs (first-page/boot.js). */
export const tell = (sentence: string) =>
  void window.dispatchEvent(new CustomEvent("tell", { detail: drawSentence(sentence) }));

/** A sentence as `Sentence` draws it. */
function drawSentence(text: string) {
  const sentence = document.createElement("p");
  const nodes = partsOf(text).map((part, index) =>
    index % 2
      ? Object.assign(document.createElement("bdi"), {
          dir: directionOfPart(part),
          className: "whitespace-nowrap",
          textContent: part,
        })
      : part,
  );
  sentence.append(...nodes);
  return sentence;
}

/** Answers no to what the page asks. */
export let leaveQuestion = () => {};

function askInPage(question: string) {
  leaveQuestion();
  const dialog = Object.assign(document.createElement("dialog"), {
    className: "dialog narrow",
    role: "alertdialog",
  });
  const buttons = Object.assign(document.createElement("form"), {
    className: "form-actions",
    method: "dialog",
  });
  const no = button("لا", "");
  no.autofocus = true;
  buttons.append(button("نعم", "danger"), no);
  const body = Object.assign(document.createElement("div"), { className: "dialog-body" });
  body.append(drawSentence(question), buttons);
  dialog.append(body);
  dialog.setAttribute("aria-label", question);
  document.body.append(dialog);
  dialog.showModal();
  // A dialog below that Escape has closed is opened again, and takes the focus.
  setTimeout(() => no.focus());
  leaveQuestion = () => dialog.close();
  return new Promise<boolean>((resolve) => {
    dialog.onclose = () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    };
  });
}

function button(label: string, tone: "danger" | "") {
  const value = tone ? "yes" : "no";
  return Object.assign(document.createElement("button"), {
    textContent: label,
    className: `button ${tone}`,
    value,
  });
}

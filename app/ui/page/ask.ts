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

/** Shows a sentence over the page and its dialogs, or a question with its buttons (shell/boot.js). */
export const tell = (content: string | Node[]) =>
  void window.dispatchEvent(new CustomEvent("tell", { detail: content }));

/** Answers no to what the page asks. */
export let leaveQuestion = () => {};

/** The focus moves to «لا» and later back. */
function askInPage(question: string) {
  leaveQuestion();
  const focus = document.activeElement as HTMLElement | null;
  const sentence = Object.assign(document.createElement("p"), { textContent: question });
  const [yes, no] = [button("نعم"), button("لا")];
  tell([sentence, yes, no]);
  no.focus();
  return new Promise<boolean>((resolve) => {
    const answer = (isYes: boolean) => {
      const isIn = document.activeElement === yes || document.activeElement === no;
      yes.parentElement?.remove();
      if (isIn) focus?.focus();
      resolve(isYes);
    };
    leaveQuestion = () => answer(false);
    yes.onclick = () => answer(true);
    no.onclick = leaveQuestion;
    yes.onkeydown = no.onkeydown = (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault(); // it closes no dialog below
      leaveQuestion();
    };
  });
}

function button(label: string) {
  const className = "button m-1";
  return Object.assign(document.createElement("button"), { type: "button", textContent: label, className });
}

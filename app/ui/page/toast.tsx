import { createElement } from "react";
import type { Flash } from "~/http/flash.server";
import { keepMessage } from "./announce";
import { ask, leaveQuestion, tell } from "./ask";
import { isLastPress, untilReleased } from "./presses";
import { Sentence } from "./sentence";

/*
 * Toasts come from sonner, with its own constants (spec §9): 4 s, three at most, 356 px. Most pages show no toast, so sonner is
 * fetched after the page is ready. It is fetched before it is needed, since it shows the notice of a failed connection.
 */
let modules: Promise<[typeof import("sonner"), typeof import("react-dom/client")]> | undefined;
let toaster: Promise<typeof import("sonner")> | undefined;

export function fetchToasts() {
  modules ??= Promise.all([import("sonner"), import("react-dom/client")]);
  modules.catch(() => {
    modules = toaster = undefined;
  });
  return modules;
}

/** Puts the toasts' region into the page before its first message, which is spoken then. */
export function prepareToasts() {
  sonner().catch(() => {}); // the first message is told without it
}

function sonner() {
  toaster ??= fetchToasts().then(([module, { createRoot }]) => {
    const place = document.body.appendChild(document.createElement("div"));
    createRoot(place).render(
      createElement(module.Toaster, {
        position: "top-right",
        dir: "rtl",
        containerAriaLabel: "الإشعارات",
      }),
    );
    return module;
  });
  return toaster;
}

/** Where a page's head begins, in pixels: a toast of one line ends above it. */
const head = 70;

/**
 * Moves the page's head down below a toast of more lines, which then covers no heading and no button. The head stays there until the
 * user opens another page: otherwise buttons would move while somebody is about to press them.
 */
async function makeRoom() {
  const press = window.presses.count;
  const toast = await whenPresent('[data-sonner-toast][data-mounted="true"]');
  await untilReleased();
  if (!toast || !isLastPress(press)) return;
  const place = toast.parentElement?.getBoundingClientRect().top ?? 0;
  const room = place + toast.offsetHeight + 6 - head;
  if (room > 0) document.documentElement.style.setProperty("--toasts", `${room}px`);
}

/** The count of pages that were left. */
let page = 0;

/** Removes the toasts on the way to another page, whose head they would cover, and what the page tells and asks. */
export function leaveToasts() {
  leaveQuestion();
  document.querySelector('[popover][role="alert"]')?.remove();
  document.documentElement.style.removeProperty("--toasts");
  page++;
  keepMessage(null);
  toaster?.then(({ toast }) => toast.dismiss()).catch(() => {}); // the script may never have come
}

/** A modal dialog would cover a toast, and keep the pointer and the focus from it. */
const isCovered = () => document.querySelector("dialog:modal") !== null;

/** Shows a message as a toast, or without one over a dialog, and if the toasts' script failed to load. */
export async function showFlash({ kind, text }: Flash) {
  if (isCovered()) return tell(text);
  const own = page;
  const keep = () => page === own && keepMessage(text);
  try {
    (await sonner()).toast[kind](createElement(Sentence, { text }), { onAutoClose: keep, onDismiss: keep });
    makeRoom();
  } catch {
    tell(text);
  }
}

let lastQuestion: string | number | undefined;
const questionId = "toast-question";

/**
 * Asks with a toast whose actions are تأكيد الحذف and إلغاء (spec §2), or by the browser over a dialog, and if the toasts' script failed to
 * load. A second question replaces the first. The focus moves to إلغاء and later back; Escape cancels.
 */
export async function askByToast(question: string) {
  const press = window.presses.count;
  const { toast } = await sonner().catch(() => ({ toast: undefined }));
  if (!toast || isCovered()) return ask(question);
  const focus = document.activeElement as HTMLElement | null;
  if (lastQuestion !== undefined) toast.dismiss(lastQuestion);
  let answer = (_: boolean) => {};
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  // The toasts give the focus back by themselves only when the last of them goes, wherever it is by then.
  const decide = (isMeant: boolean) => {
    focus?.focus();
    answer(isMeant);
  };
  const cancelled = () => decide(false);
  const id = toast.warning(createElement(Sentence, { text: question }), {
    duration: Number.POSITIVE_INFINITY, // a question stays until it is answered
    action: { label: "تأكيد الحذف", onClick: () => decide(true) },
    cancel: { label: "إلغاء", onClick: cancelled },
    onDismiss: () => answer(false),
  });
  lastQuestion = id;
  makeRoom();
  const cancel = await whenPresent('[data-sonner-toast][data-removed="false"] [data-cancel]');
  const box = cancel?.parentElement;
  const title = box?.querySelector("[data-title]");
  if (title) title.id = questionId;
  for (const button of box?.querySelectorAll("[data-button]") ?? [])
    button.setAttribute("aria-describedby", questionId);
  if (isLastPress(press) && !box?.contains(document.activeElement)) cancel?.focus();
  box?.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    toast.dismiss(id);
    cancelled();
  });
  return answered;
}

/** Waits for the element. The first toast takes a few frames, more on a slow machine. */
async function whenPresent(selector: string) {
  for (let frame = 0; frame < 300; frame++) {
    const element = document.querySelector<HTMLElement>(selector);
    if (element) return element;
    await new Promise(requestAnimationFrame);
  }
}

import { createElement } from "react";
import type { Flash } from "~/http/flash.server";
import { Sentence } from "./sentence";

/*
 * Toasts are sonner's, with its own constants (spec §9): 4 s, three at most, 356 px. It is fetched once the page stands,
 * since most page views show none, but before it is needed: the notice of a dead connection cannot be fetched when the connection is dead.
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

/**
 * Makes room for the toasts above the page's head, so that they cover no heading and no button. Both stay until one goes
 * to another page, the room also when a toast goes: what one is about to press does not move away.
 */
async function makeRoom() {
  const toast = await whenPresent('[data-sonner-toast][data-mounted="true"]');
  if (!toast) return;
  const { style } = document.documentElement;
  style.setProperty("--toasts", `${toast.offsetHeight + 40}px`); // with the two that may lie below it
}

/** On the way to another page, where a toast that stayed would lie over the head. */
export function leaveToasts() {
  document.documentElement.style.removeProperty("--toasts");
  toaster?.then(({ toast }) => toast.dismiss()).catch(() => {}); // the script may never have come
}

/** By the browser's own means where the toasts never came. */
export async function showFlash({ kind, text }: Flash) {
  try {
    (await sonner()).toast[kind](createElement(Sentence, { text }));
    makeRoom();
  } catch {
    window.alert(text);
  }
}

let lastQuestion: string | number | undefined;

/**
 * Asks with a toast whose actions are تأكيد الحذف and إلغاء (spec §2). One question at a time: another takes its place.
 * The keyboard goes to إلغاء, and back to where it was; Escape means no.
 */
export async function confirmByToast(question: string, confirmed: () => void) {
  const { toast } = await sonner().catch(() => ({ toast: undefined }));
  if (!toast) return window.confirm(question) && confirmed();
  const focus = document.activeElement as HTMLElement | null;
  if (lastQuestion !== undefined) toast.dismiss(lastQuestion);
  const id = toast.warning(createElement(Sentence, { text: question }), {
    duration: Number.POSITIVE_INFINITY, // a question waits for its answer
    action: { label: "تأكيد الحذف", onClick: confirmed },
    cancel: { label: "إلغاء", onClick: () => focus?.focus() },
  });
  lastQuestion = id;
  makeRoom();
  const cancel = await whenPresent('[data-sonner-toast][data-removed="false"] [data-cancel]');
  const box = cancel?.parentElement;
  if (!box?.contains(document.activeElement)) cancel?.focus(); // who is quicker than this stays where they are
  box?.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    toast.dismiss(id);
    focus?.focus();
  });
}

/** The element once it is there: the first toast takes a few frames, more on a slow machine. */
async function whenPresent(selector: string) {
  for (let frame = 0; frame < 300; frame++) {
    const element = document.querySelector<HTMLElement>(selector);
    if (element) return element;
    await new Promise(requestAnimationFrame);
  }
}

import { useSyncExternalStore } from "react";

/*
 * What people hear who do not see the page, and can read again (docs/decisions/heard.md). Both are shown by the shell, whose region for it is there from the start: one that
 * comes with its text is not spoken.
 */

let text = "";
let message: string | null = null;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const tellListeners = () => {
  for (const listener of listeners) listener();
};

/** Has a sentence spoken. The same one is spoken again: the region has another text then. */
export function announce(sentence: string) {
  text = text === sentence ? `${sentence}\u00a0` : sentence;
  tellListeners();
}

/** Keeps the last message in sight until the user opens another page. */
export function keepMessage(sentence: string | null) {
  if (message === sentence) return;
  message = sentence;
  tellListeners();
}

export const useAnnouncement = () =>
  useSyncExternalStore(
    subscribe,
    () => text,
    () => "",
  );
export const useLastMessage = () =>
  useSyncExternalStore(
    subscribe,
    () => message,
    () => null,
  );

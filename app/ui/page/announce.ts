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

/**
 * Has a sentence spoken. The same one is spoken again: the region has another text then. Between its words are signs that are not spoken: who searches the page for
 * words finds only those that are seen.
 */
export function announce(sentence: string) {
  const spoken = sentence.replaceAll(" ", " \u2060");
  text = text === spoken ? `${spoken}\u00a0` : spoken;
  tellListeners();
}

/** Keeps a message that was in sight until the user opens another page. */
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

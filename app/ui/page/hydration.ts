import { useState, useSyncExternalStore } from "react";

/** Something that becomes true in the life of a page. */
function makeFact() {
  let isTrue = false;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    set() {
      isTrue = true;
      for (const listener of listeners) listener();
    },
    use: () =>
      useSyncExternalStore(
        subscribe,
        () => isTrue,
        () => false,
      ),
  };
}

const [hydrated, ready] = [makeFact(), makeFact()];

/** Says that React has taken over the page, and that no button is held which would move (entry.client.tsx). */
export const setHydrated = hydrated.set;

/** Whether JavaScript runs: false on the server and in the first render. */
export const useHydrated = hydrated.use;

/** Says that the scripts have heard of what the user entered before them (first-page/early-input.ts). */
export const setReady = ready.set;

/**
 * Whether JavaScript runs and has heard of what the user entered before. A field that goes because of another field's value must
 * wait for that, or what was entered in it is lost.
 */
export const useReady = ready.use;

/** Whether the scripts were the first to draw a component, and not the server: nothing of it stands in the page yet. */
export const useFirstDrawn = () => useState(useHydrated())[0];

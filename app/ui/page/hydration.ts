import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether JavaScript runs: false on the server and in the first render. */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

let isReady = false;
const listeners = new Set<() => void>();

/** Says that the scripts have heard of what the user entered before them (shell/early-input.ts). */
export function setReady() {
  isReady = true;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Whether JavaScript runs and has heard of what the user entered before. A field that goes because of another field's value must
 * wait for that, or what was entered in it is lost.
 */
export function useReady() {
  return useSyncExternalStore(
    subscribe,
    () => isReady,
    () => false,
  );
}

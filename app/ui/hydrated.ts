import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether JavaScript has taken over the page: false on the server and in the first drawing. */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

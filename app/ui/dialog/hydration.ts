import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether JavaScript is ready: false on the server and in the first render. */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

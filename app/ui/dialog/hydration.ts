import { useEffect, useSyncExternalStore } from "react";
import { valuesOf } from "~/domain/form-values";

const never = () => () => {};

/** Passes on the values that were entered in a form before JavaScript was ready. It runs once JavaScript is ready. */
export function useEarlyInput(formId: string, take: (values: ReturnType<typeof valuesOf>) => void) {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement) take(valuesOf(new FormData(form)));
  }, []);
}

/** Whether JavaScript is ready: false on the server and in the first render. */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

import { useEffect, useSyncExternalStore } from "react";
import { valuesOf } from "~/domain/form-values";

const never = () => () => {};

/** Once JavaScript has taken over a form: what was chosen in it before, while the scripts were on their way, counts. */
export function useEarlyInput(formId: string, take: (values: ReturnType<typeof valuesOf>) => void) {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement) take(valuesOf(new FormData(form)));
  }, []);
}

/** Whether JavaScript has taken over the page: false on the server and in the first drawing. */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

import { useEffect, useSyncExternalStore } from "react";
import { typedIn } from "~/domain/form-values";

const never = () => () => {};

/** Once JavaScript has taken over a form: what was chosen in it before, while the scripts were on their way, counts. */
export function useEarlyInput(formId: string, take: (typed: ReturnType<typeof typedIn>) => void) {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement) take(typedIn(new FormData(form)));
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

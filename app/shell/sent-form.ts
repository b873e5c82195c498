import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import type { Flash } from "~/http/flash.server";
import { setScriptCookie } from "./script-cookie";

const key = "sent-form";

/**
 * Notes the page whose form the tab has sent, until its message is shown. A page that the tab loads afterwards asks for the message, which
 * the server otherwise gives only to who follows the redirect (http/flash.server.ts): the line may have died meanwhile.
 */
export function useSentForm(flash: Flash | null) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const note = ({ target }: Event) =>
      (target as HTMLFormElement).method === "post" &&
      store((storage) => storage.setItem(key, location.pathname + location.search));
    window.addEventListener("submit", note, { capture: true });
    return () => window.removeEventListener("submit", note, { capture: true });
  }, []);
  useEffect(() => {
    if (flash) store((storage) => storage.removeItem(key));
  }, [flash]);
  useEffect(() => {
    const forget = () => store((storage) => storage.removeItem(key));
    const from = store((storage) => storage.getItem(key));
    const { actionData, errors } = window.__remixRouter?.state ?? {};
    if (actionData) forget(); // the form came back: it was not saved
    // Loading the page's data again would take such an answer from the page.
    if (!from || actionData || errors) return;
    setScriptCookie("office_sent", from, 10); // the request of the page's data takes it along
    revalidate();
  }, []);
}

/** Uses the tab's storage, which a browser may refuse. */
function store<T>(use: (storage: Storage) => T) {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

import { useLocation } from "@remix-run/react";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { GetForm } from "~/ui/page/get-form";
import { connectionLost } from "~/ui/page/post";
import { showFlash } from "~/ui/page/toast";

/**
 * The search form of every page, on a phone a link. Ctrl-K opens it as a dialog with type-ahead, whose script is
 * fetched only then.
 */
export function SearchHead() {
  const { pathname, key } = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const [dialog, setDialog] = useState<{ Dialog: DialogType; typed: string } | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // By the key's position, since in an Arabic layout it writes another letter.
      if (event.code !== "KeyK" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      import("./search-dialog").then(
        ({ SearchDialog }) => {
          setDialog({ Dialog: SearchDialog, typed: input.current?.value ?? "" });
          if (input.current) input.current.value = "";
        },
        () => showFlash({ kind: "error", text: connectionLost }),
      );
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  useEffect(() => setDialog(null), [key]);
  return (
    <>
      {pathname !== "/search" && (
        <>
          <a className="search-link" href="/search" aria-label="إيجاد سجل" data-discover="true">
            <Glass />
          </a>
          <GetForm className="search-head" action="/search">
            <input
              ref={input}
              type="search"
              name="q"
              maxLength={100}
              aria-label="إيجاد سجل بالاسم أو الرقم"
              placeholder="عميل، عقد، سند، فاتورة…"
            />
            <kbd className="scripted" lang="en">
              Ctrl K
            </kbd>
            <button type="submit" aria-label="إيجاد">
              <Glass />
            </button>
          </GetForm>
        </>
      )}
      {dialog && <dialog.Dialog typed={dialog.typed} onClose={() => setDialog(null)} />}
    </>
  );
}

type DialogType = ComponentType<{ typed: string; onClose: () => void }>;

const Glass = () => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    aria-hidden="true"
  >
    <circle cx="9" cy="9" r="6" />
    <path d="m13.5 13.5 4.5 4.5" />
  </svg>
);

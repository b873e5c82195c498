import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useHolds } from "~/ui/page/links";

const newReceipt = { path: "/financial/receipts/new", write: "manage_financials" } as const;

/** The keys that work on every page, described on the search page. They go by position, so that they work in Arabic layouts. */
export function KeysHelp() {
  const isCashier = useHolds(newReceipt.write);
  return (
    <p className="keys scripted">
      <span>
        <kbd lang="en">Ctrl K</kbd> البحث من أي صفحة
      </span>
      {isCashier && (
        <span>
          <kbd>Alt N</kbd> سند قبض جديد
        </span>
      )}
    </p>
  );
}

/** Alt-N opens a new receipt, unless the user is typing in a form, whose values would be lost. */
export function useReceiptKey() {
  const navigate = useNavigate();
  const isCashier = useHolds(newReceipt.write);
  useEffect(() => {
    if (!isCashier) return;
    const press = (event: KeyboardEvent) => {
      if (event.code !== "KeyN" || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault(); // on some systems this key writes a letter
      if (!document.activeElement?.closest("main form[method=post]")) navigate(newReceipt.path);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isCashier, navigate]);
}

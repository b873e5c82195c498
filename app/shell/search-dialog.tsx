import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { GetForm } from "~/ui/page/get-form";
import { Options, useTypeAhead } from "~/ui/picker/type-ahead";
import { KeysHelp } from "./keys";

/** A result of `/api/search`. */
type Result = { title: string; detail: string; href: string };

const label = "البحث في السجلات";

/**
 * The search dialog over any page. While the user types it offers the first records of each kind; Enter without a choice shows
 * all.
 * @param typed what was typed in the page's head before the dialog was there
 */
export function SearchDialog({ typed, onClose }: { typed: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { note, ask, combobox, offer } = useTypeAhead<Result>({
    address: "/api/search",
    key: "results",
    delay: 250,
    none: "لا نتائج تطابق ما كتبت",
    onChoose({ href }) {
      onClose();
      navigate(href);
    },
  });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    dialog.current?.showModal(); // moves the focus to the input, and back when it closes
    if (!input.current || !typed) return;
    input.current.setSelectionRange(typed.length, typed.length);
    ask(input.current);
  }, []);
  return (
    <dialog ref={dialog} className="dialog search-dialog" aria-label={label} onClose={onClose}>
      <GetForm action="/search" onSubmit={onClose}>
        <input
          ref={input}
          type="text"
          name="q"
          defaultValue={typed}
          aria-label={label}
          placeholder="اسم أو رقم: عميل، عقد، سند، فاتورة، مجموعة، تأشيرة"
          maxLength={100}
          autoComplete="off"
          {...combobox}
          onChange={(event) => ask(event.target)}
          onKeyDown={(event) => event.key !== "Escape" && combobox.onKeyDown(event)} // Escape closes the dialog at once
        />
        <button className="button" type="submit">
          كل النتائج
        </button>
      </GetForm>
      <Options offer={offer} label={label}>
        {({ title, detail }) => (
          <>
            <bdi>{title}</bdi>
            <small>
              {detail.split(" · ").map((part, index) => (
                <span key={index}>
                  <bdi>{part}</bdi>
                </span>
              ))}
            </small>
          </>
        )}
      </Options>
      <p role="status">{note || "اكتب حرفين على الأقل"}</p>
      <KeysHelp />
    </dialog>
  );
}

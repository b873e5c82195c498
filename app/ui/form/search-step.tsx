import type { KeyboardEvent, ReactNode, Ref } from "react";
import { noteOfStep } from "~/domain/search-step";
import { useAutoFocus } from "./focus";

/**
 * A search within a form. Its button is a step of the form. Enter searches and does not save (domain/search-step.ts).
 * @param name the name of the search field
 * @param intent the step's name
 * @param note the result in words
 * @param onType called at each change of the text, `onArrow` at each key
 */
export const SearchStep = ({
  id,
  name,
  label,
  query,
  intent,
  note,
  input,
  onType,
  onArrow,
}: {
  id: string;
  name: string;
  label: string;
  query?: string;
  intent: string;
  note?: ReactNode;
  input?: Ref<HTMLInputElement>;
  onType?: () => void;
  onArrow?: (event: KeyboardEvent) => void;
}) => (
  <>
    <label htmlFor={id}>{label}</label>
    <div className="picker">
      <input
        id={id}
        ref={input}
        name={name}
        type="text"
        maxLength={100}
        defaultValue={query}
        autoComplete="off"
        autoFocus={useAutoFocus(name)}
        onChange={onType}
        onKeyDown={(event) => {
          onArrow?.(event);
          if (event.key !== "Enter") return;
          event.preventDefault();
          event.currentTarget.parentElement?.querySelector("button")?.click();
        }}
      />
      <SearchNote intent={intent} field={name} query={query} />
      {/* Posts without files, which a step neither needs nor keeps. */}
      <button
        className="button"
        type="submit"
        name="intent"
        value={intent}
        formNoValidate
        formEncType="application/x-www-form-urlencoded"
      >
        بحث
      </button>
    </div>
    {note && (
      <p className="hint" role="status">
        {note}
      </p>
    )}
  </>
);

/** Tells the server what was searched last. */
export const SearchNote = ({ intent, field, query }: { intent: string; field: string; query?: string }) => (
  <input type="hidden" name="search_step" value={noteOfStep(intent, field, query)} />
);

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";

const shortest = 2;

/**
 * A combobox: it calls an address while the user types and offers the results, to choose with the arrows and Enter. It drops
 * answers to an outdated text. Results appear while the input has the focus.
 * @param address the call, which takes the typed text as `q`
 * @param key the key of the results in its answer
 * @param delay after the last letter, in milliseconds
 * @param none the sentence for no results
 * @param isOffered leaves results out
 */
export function useTypeAhead<Found>({
  address,
  key,
  delay,
  none,
  isOffered = () => true,
  onChoose,
}: {
  address: string;
  key: string;
  delay: number;
  none: string;
  isOffered?: (match: Found) => boolean;
  onChoose: (match: Found) => void;
}) {
  const [matches, setMatches] = useState<Found[] | null>(null);
  const [active, setActive] = useState(0);
  const [note, setNote] = useState("");
  const request = useRef<AbortController>();
  const list = useId();
  useEffect(() => () => request.current?.abort(), []);

  const close = () => {
    request.current?.abort();
    setMatches(null);
    setNote("");
  };
  const ask = (input: HTMLInputElement) => {
    close();
    const text = input.value.trim();
    if (text.length < shortest) return;
    request.current = new AbortController();
    const { signal } = request.current;
    setTimeout(async () => {
      if (signal.aborted) return;
      try {
        const answer = await fetch(`${address}?q=${encodeURIComponent(text)}`, { signal });
        const { [key]: results = [], message } = await answer.json();
        const rows = results.filter(isOffered);
        if (input !== document.activeElement) return;
        setMatches(rows.length ? rows : null);
        setActive(0);
        setNote(message ?? (rows.length ? `عدد النتائج ${rows.length}، اختر بالسهمين ثم Enter` : none));
      } catch {
        if (!signal.aborted) setNote("تعذر البحث الآن، تحقق من الاتصال وحاول مرة أخرى");
      }
    }, delay);
  };
  const choose = (one: Found) => {
    close();
    onChoose(one);
  };
  const press = (event: KeyboardEvent) => {
    const step = matches && { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((active + step + matches.length) % matches.length);
    else if (event.key === "Enter" && matches?.[active]) choose(matches[active]);
    else if (event.key === "Escape" && matches) close();
    else return;
    event.preventDefault(); // Enter must not send the form, and Escape must not close its dialog
  };
  return {
    note,
    ask,
    close,
    /** Attributes of the input, beside `onChange`. */
    combobox: {
      role: "combobox",
      "data-search": "" as string | undefined, // Enter in it sends no form while it has a text (ui/form/form.tsx)
      "aria-autocomplete": "list",
      "aria-expanded": matches !== null,
      "aria-controls": matches ? list : undefined,
      "aria-activedescendant": matches ? optionOf(list, active) : undefined,
      onKeyDown: press,
    } as const,
    offer: { list, matches, active, choose },
  };
}

const optionOf = (list: string, index: number) => `${list}-${index}`;

/** A type-ahead's results, each rendered by `children`. */
export function Options<Found>({
  offer: { list, matches, active, choose },
  label,
  children,
}: {
  offer: { list: string; matches: Found[] | null; active: number; choose: (one: Found) => void };
  label: string;
  children: (one: Found) => ReactNode;
}) {
  const chosen = useRef<HTMLDivElement>(null);
  useEffect(() => void chosen.current?.scrollIntoView({ block: "nearest" }), [matches, active]); // a promise in newer browsers
  if (!matches) return null;
  return (
    <div className="options" role="listbox" id={list} aria-label={label}>
      {matches.map((one, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
        <div
          key={optionOf(list, index)}
          id={optionOf(list, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          ref={index === active ? chosen : undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(one)}
        >
          {children(one)}
        </div>
      ))}
    </div>
  );
}

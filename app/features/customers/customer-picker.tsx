import type { FieldMetadata } from "@conform-to/react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useHydrated } from "~/ui/hydrated";
import type { Customer } from "./customer";

/** @property note what else is to be known of them before they are chosen */
type Found = Pick<Customer, "id" | "name" | "phone" | "national_id"> &
  Partial<Pick<Customer, "passport_number">> & { note?: string | null };
type Chosen = Pick<Found, "id" | "name"> & Partial<Found>;

const delay = 300;
const shortest = 2;

/**
 * Picks a customer by typing part of a name, a number of theirs or a phone (spec §2, §9): a combobox that asks
 * `/api/customers/search`, or where else they are to be found. Without JavaScript it is a search box with a button (`intent=lookup`, text in
 * `customer_query`), and what the action found comes back as `matches` to choose from. It is one input in both
 * cases, so that what was typed while the scripts were still on their way stays.
 */
export function CustomerPicker({
  field,
  label,
  selected,
  query = "",
  matches,
  autoFocus,
  searchedAt,
  onChoose,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: Conform's metadata carries the schema's type; the picker takes any
  field: FieldMetadata<any, any, any>;
  label: string;
  /** Who is chosen already; with phone and national id where they are to be shown. */
  selected: Chosen | null;
  /** What was searched for without JavaScript, and what that found; undefined where nothing was searched. */
  query?: string;
  matches?: Found[];
  autoFocus?: boolean;
  /** A call that answers as `/api/customers/search` does. */
  searchedAt?: string;
  /** Told of each choice, and with null when a choice is taken back. */
  onChoose?: (customer: Chosen | null) => void;
}) {
  const live = useHydrated() && !matches;
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState(selected);
  const { found, note, active, setActive, ask, close } = useSearch(searchedAt);
  const list = useId();
  const option = (index: number) => `${list}-${index}`;

  // Once, when JavaScript takes over: what was chosen stands in the box, unless someone has typed there already.
  useEffect(() => {
    if (live && selected && input.current && !input.current.value) input.current.value = selected.name;
  }, [live]);

  const type = (text: string) => {
    if (chosen) onChoose?.(null);
    setChosen(null);
    ask(text.trim());
  };
  const choose = (customer: Found) => {
    if (input.current) input.current.value = customer.name;
    setChosen(customer);
    close();
    onChoose?.(customer);
  };
  const press = (event: KeyboardEvent) => {
    const step = found && { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((active + step + found.length) % found.length);
    else if (event.key === "Enter" && found?.[active]) choose(found[active]);
    else if (event.key === "Escape" && found) close();
    else return;
    event.preventDefault(); // neither is the form sent nor its dialog closed
  };

  return (
    <div className="field wide">
      <label htmlFor={field.id}>
        {label} <abbr title="مطلوب">*</abbr>
      </label>
      <div className="picker">
        {live && <input type="hidden" name={field.name} value={chosen?.id ?? ""} />}
        <input
          ref={input}
          id={field.id}
          name="customer_query"
          type="text"
          defaultValue={query}
          maxLength={100}
          placeholder="حرفان على الأقل من الاسم أو رقم الهوية أو الهاتف"
          autoComplete="off"
          autoFocus={autoFocus}
          aria-invalid={field.errors ? true : undefined}
          aria-describedby={field.errors && field.errorId}
          {...(live && {
            role: "combobox",
            "aria-autocomplete": "list",
            "aria-expanded": found !== null,
            "aria-controls": found ? list : undefined,
            "aria-activedescendant": found ? option(active) : undefined,
            onChange: (event) => type(event.target.value),
            onKeyDown: press,
            onBlur: close,
          })}
        />
        {!live && (
          <button className="button" type="submit" name="intent" value="lookup" formNoValidate>
            بحث
          </button>
        )}
        {live && found && (
          <div className="options" role="listbox" id={list} aria-label={label}>
            {found.map((customer, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus
              <div
                key={customer.id}
                id={option(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                ref={(element) => {
                  if (index === active) element?.scrollIntoView({ block: "nearest" });
                }}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(customer)}
              >
                <Person {...customer} />
              </div>
            ))}
          </div>
        )}
      </div>
      {live ? (
        <p className="hint" role="status">
          {chosen ? <Papers {...chosen} /> : note}
        </p>
      ) : (
        <Picks name={field.name} selected={selected} matches={matches} />
      )}
      {field.errors && (
        <p className="error" id={field.errorId}>
          {field.errors.join(" ")}
        </p>
      )}
    </div>
  );
}

/** The type-ahead's question and answer: what was found (null where there is nothing to choose), and what to say. */
function useSearch(address = "/api/customers/search") {
  const [found, setFound] = useState<Found[] | null>(null);
  const [active, setActive] = useState(0);
  const [note, setNote] = useState("");
  const asking = useRef<AbortController>();
  useEffect(() => () => asking.current?.abort(), []);

  const close = () => {
    asking.current?.abort();
    setFound(null);
    setNote("");
  };
  const ask = (text: string) => {
    close();
    if (text.length < shortest) return;
    asking.current = new AbortController();
    const { signal } = asking.current;
    setTimeout(async () => {
      if (signal.aborted) return;
      try {
        const answer = await fetch(`${address}?q=${encodeURIComponent(text)}`, { signal });
        const { customers = [], message } = (await answer.json()) as {
          customers?: Found[];
          message?: string;
        };
        setFound(customers.length ? customers : null);
        setActive(0);
        setNote(
          message ?? (customers.length ? `عدد النتائج ${customers.length}، اختر بالسهمين ثم Enter` : nobody),
        );
      } catch {
        if (!signal.aborted) setNote("تعذر البحث الآن، تحقق من الاتصال وحاول مرة أخرى");
      }
    }, delay);
  };
  return { found, note, active, setActive, ask, close };
}

/** What there is to choose from without JavaScript. */
function Picks({ name, selected, matches }: { name: string; selected: Chosen | null; matches?: Found[] }) {
  const others = matches?.filter(({ id }) => id !== selected?.id) ?? [];
  if (!selected && !others.length) return matches ? <p className="hint">{nobody}</p> : null;
  return (
    <fieldset className="picks">
      <legend className="sr-only">العملاء</legend>
      {[...(selected ? [selected] : []), ...others].map((customer) => (
        <label key={customer.id}>
          <input
            type="radio"
            name={name}
            value={customer.id}
            defaultChecked={customer === selected || (!selected && others.length === 1)}
          />
          <Person {...customer} />
        </label>
      ))}
    </fieldset>
  );
}

const nobody = "لا يوجد عملاء نشطون يطابقون البحث";

function Person(customer: Chosen) {
  return (
    <span>
      {customer.name} <Papers {...customer} />
    </span>
  );
}

/** What tells two people of one name apart. */
function Papers({ phone, national_id, note }: Partial<Found>) {
  if (!phone) return null;
  return (
    <small>
      <bdi dir="ltr">{phone}</bdi>
      {national_id && (
        <>
          {" · هوية "}
          <bdi dir="ltr">{national_id}</bdi>
        </>
      )}
      {note && ` · ${note}`}
    </small>
  );
}

import type { FieldMetadata } from "@conform-to/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { personPath } from "~/features/links/person-link";
import { useAutoFocus } from "~/ui/form/focus";
import { Star } from "~/ui/form/remarks";
import { SearchNote } from "~/ui/form/search-step";
import { useFirstDrawn, useHydrated } from "~/ui/page/hydration";
import { Options, useTypeAhead } from "~/ui/picker/type-ahead";
import type { Customer } from "./customer";

/** @property note a remark to read before choosing */
export type Found = Pick<Customer, "id" | "name" | "phone" | "national_id"> &
  Partial<Pick<Customer, "passport_number">> & { note?: string | null };
type Chosen = Pick<Found, "id" | "name"> & Partial<Found>;

/**
 * A choice of a customer by a part of the name, a number or a phone (spec §2, §9): a combobox that calls
 * `/api/customers/search`, or another call. Without JavaScript it is a search box with a button (`intent=lookup`, text in
 * `customer_query`), and the action gives `matches` to choose from. Both use one input, so that text which was typed
 * before JavaScript was ready stays.
 */
export function CustomerPicker({
  field,
  label,
  selected,
  query = "",
  matches,
  autoFocus,
  searchedAt = "/api/customers/search",
  after,
  onChoose,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: Conform's metadata carries the schema's type; the picker takes any
  field: FieldMetadata<any, any, any>;
  label: string;
  /** The chosen customer, with phone and national id if they are to be shown. */
  selected: Chosen | null;
  /** The searched text and the matches without JavaScript; undefined without a search. */
  query?: string;
  matches?: Found[];
  autoFocus?: boolean;
  /** A call that answers as `/api/customers/search` does. */
  searchedAt?: string;
  /** Content beside it, such as a button that adds a customer. */
  after?: ReactNode;
  /** Called with each choice, and with null when the choice is removed. */
  onChoose?: (customer: Chosen | null) => void;
}) {
  const live = useHydrated() && !matches;
  const input = useRef<HTMLInputElement>(null);
  const [choice, setChosen] = useState(selected);
  const { note, ask, close, combobox, offer } = useTypeAhead<Found>({
    address: searchedAt,
    key: "customers",
    delay: 300,
    none: nobody,
    onChoose(customer) {
      if (input.current) input.current.value = customer.name;
      setChosen(customer);
      onChoose?.(customer);
    },
  });

  // Once, when JavaScript is ready: the box shows the chosen customer, unless someone has already gone there or typed.
  const isFirstDrawn = useFirstDrawn();
  useEffect(() => {
    const box = input.current;
    const isEntered = !isFirstDrawn && box === document.activeElement && window.presses.count > 0;
    if (live && selected && box && !box.value && !isEntered) box.value = selected.name;
  }, [live]);

  const type = (box: HTMLInputElement) => {
    if (choice) onChoose?.(null);
    setChosen(null);
    ask(box);
  };

  return (
    <div className="field wide">
      <label htmlFor={field.id}>
        {label} <Star />
      </label>
      <div className="picker">
        {!matches && <input type="hidden" name={field.name} value={choice?.id ?? ""} />}
        <SearchBox
          {...{ field, label, live, after, offer }}
          intent="lookup"
          input={{
            ref: input,
            name: "customer_query",
            defaultValue: query,
            autoFocus,
            "aria-required": true,
            ...(live && {
              ...combobox,
              ...(choice && { "data-search": undefined }),
              onChange: (event) => type(event.target),
              onFocus: (event) => choice || ask(event.target), // what was typed is searched when the user comes back to it
              onBlur: close,
            }),
          }}
        />
      </div>
      {matches ? (
        <Picks name={field.name} selected={selected} matches={matches} />
      ) : (
        <p className="hint" role="status">
          {choice ? (
            <>
              <Person {...choice} /> <span className="sr-only">اختير.</span>{" "}
              <a href={personPath(choice.id)} target="_blank" rel="noreferrer">
                صفحة العميل
              </a>
            </>
          ) : (
            note
          )}
        </p>
      )}
      {field.errors && (
        <p className="error" id={field.errorId}>
          {field.errors.join(" ")}
        </p>
      )}
    </div>
  );
}

/**
 * The search box and its suggestions. Without JavaScript a button searches.
 * @param intent of the step that searches
 */
export function SearchBox({
  field,
  label,
  live,
  intent,
  input,
  after,
  offer,
}: {
  field: Pick<FieldMetadata<unknown>, "id" | "errors" | "errorId">;
  label: string;
  live: boolean;
  intent: string;
  input: React.ComponentPropsWithRef<"input"> & { name: string; defaultValue?: string };
  after?: ReactNode;
  offer: React.ComponentProps<typeof Options<Found>>["offer"];
}) {
  return (
    <>
      <div className="search-box">
        <input
          id={field.id}
          type="text"
          maxLength={100}
          placeholder="حرفان على الأقل من الاسم أو رقم الهوية أو الهاتف"
          autoComplete="off"
          aria-invalid={field.errors ? true : undefined}
          aria-describedby={field.errors && field.errorId}
          {...input}
          autoFocus={useAutoFocus(input.name, input.autoFocus)}
        />
        {!live && (
          <>
            <SearchNote intent={intent} field={input.name} query={input.defaultValue} />
            <button className="button" type="submit" name="intent" value={intent} formNoValidate>
              بحث
            </button>
          </>
        )}
      </div>
      {after}
      {live && (
        <Options offer={offer} label={label}>
          {(customer) => <Person {...customer} />}
        </Options>
      )}
    </>
  );
}

/** The matches to choose from without JavaScript. */
function Picks({ name, selected, matches }: { name: string; selected: Chosen | null; matches: Found[] }) {
  const others = matches.filter(({ id }) => id !== selected?.id);
  if (!selected && !others.length) return <p className="hint">{nobody}</p>;
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

export const nobody = "لا يوجد عملاء نشطون يطابقون البحث";

export function Person(person: Chosen) {
  return (
    <span>
      {person.name} <Papers {...person} />
    </span>
  );
}

/** The details that distinguish people of one name. */
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

import { useLocation, useSearchParams } from "@remix-run/react";
import { type ReactNode, useId, useState } from "react";
import { latinDigits } from "~/domain/digits";
import type { Field, Fields } from "~/domain/fields";
import { hijriMonths, hijriYears, monthInWords } from "~/domain/hijri";
import type { InHtml } from "~/domain/html-only";
import { type NamedChoice, type Offer, type PageOffer, searchNameOf } from "~/domain/offer";
import { HtmlPart } from "~/first-page/html-part";
import { useDayInWords } from "~/ui/page/date-input";
import { matchMessage, othersByName } from "~/ui/page/offer-words";
import { useTypedOffers } from "~/ui/page/use-typed-offers";
import { GetForm } from "./get-form";
import { ButtonLink } from "./links";

type Choices = Record<string, string> | NamedChoice[];

type WithFields<Of extends Fields> = {
  of: { fields: Of };
  /** The fields to filter by. A field that refers to rows brings its choices. */
  by: (NameOf<Of> | [name: NameOf<Of>, choices: Choices | PageOffer])[];
};

type NameOf<Of> = keyof Of & string;

/** The filters of an entity's fields. */
export const FilterFields = <Of extends Fields>({ of: { fields }, by }: WithFields<Of>) =>
  by.map((one) => {
    const [name, choices = choicesOf(fields[name] as Field)] = typeof one === "string" ? [one] : one;
    const { label } = fields[name] as Field;
    return isOffer(choices) ? (
      <FilterOffer key={name} name={name} label={label} offer={choices} />
    ) : (
      <FilterSelect key={name} name={name} label={label} choices={choices} />
    );
  });

const isOffer = (choices: Choices | PageOffer): choices is PageOffer =>
  !Array.isArray(choices) && typeof choices.choices === "object";

function choicesOf(field: Field) {
  if (field.kind === "choice") return field.choices;
  return field.kind === "flag" ? field.words : {};
}

/**
 * The filters of a list: a form whose fields become the address, with a link that resets them. Fields fold behind «تصفية» if there are more
 * than two on a phone, or more than six on a wide screen (styles/page.css); those that are set stay in sight.
 */
export function FilterBar<Of extends Fields>({
  searchLabel,
  reset,
  of,
  by,
  children,
}: Partial<WithFields<Of>> & {
  searchLabel?: string;
  /** The label of the reset link, if it is always shown. */
  reset?: string;
  children?: ReactNode;
}) {
  const { pathname, search: query, key } = useLocation();
  const filters = new URLSearchParams(query);
  filters.delete("add"); // a dialog's parameter, see services/lookups/lookup-field.tsx
  if (/^[1-9]\d{0,6}$/.test(filters.get("page") ?? "")) filters.delete("page");
  return (
    <GetForm className="filters" role="search" action={pathname} address={key}>
      {searchLabel && (
        <label>
          {searchLabel}
          <input type="search" name="search" defaultValue={filters.get("search") ?? ""} maxLength={100} />
        </label>
      )}
      <details className="folded">
        <summary className="button">تصفية</summary>
      </details>
      {of && by && <FilterFields of={of} by={by} />}
      {children}
      <button className="button" type="submit">
        بحث
      </button>
      {([...filters.values()].some(Boolean) || reset) && (
        <ButtonLink href={pathname}>{reset ?? "عرض الكل"}</ButtonLink>
      )}
    </GetForm>
  );
}

/** The attribute of a filter that is in use. */
const isSet = (value: string | null | undefined) => (value ? "" : undefined);

/** A filter by a name or number, with suggestions. */
export function FilterText({ name, label, choices }: { name: string; label: string; choices?: string[] }) {
  const list = useId();
  return (
    <label data-set={isSet(useSearchParams()[0].get(name))}>
      {label}
      <input
        type="search"
        name={name}
        defaultValue={useSearchParams()[0].get(name) ?? ""}
        maxLength={100}
        list={choices && list}
      />
      {choices && (
        <datalist id={list}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </label>
  );
}

/**
 * A filter by a day. Its words have no Hijri, so that they stand in the label's line.
 * @param day the day of a screen whose address has none
 */
export function FilterDate({ name, label, day }: { name: string; label: string; day?: string }) {
  const date = useSearchParams()[0].get(name) ?? day ?? "";
  const { words, onInput } = useDayInWords(date, monthInWords);
  return (
    <label data-set={isSet(date)}>
      {label}{" "}
      {words && (
        <small aria-hidden="true" className="whitespace-nowrap">
          ({words})
        </small>
      )}
      <input type="date" name={name} defaultValue={date} onInput={onInput} data-usual={day} />
    </label>
  );
}

/**
 * A filter by a period; either end may stay open.
 * @param period the period of a screen whose address has none
 */
export const FilterPeriod = ({ period }: { period?: { from?: string; to?: string } }) => (
  <>
    <FilterDate name="from" label="من تاريخ" day={period?.from} />
    <FilterDate name="to" label="إلى تاريخ" day={period?.to} />
  </>
);

const months = hijriMonths.map((name, index): [number, string] => [index + 1, name]);
const years = Array.from({ length: hijriYears.last - hijriYears.first + 1 }, (_, index): [number, string] => [
  hijriYears.last - index,
  `${hijriYears.last - index} هـ`,
]);

/** A filter by a Hijri month, of one year or of every year; see db/hijri-filter. */
export function FilterHijri() {
  const [params] = useSearchParams();
  return (
    <span className="together" data-set={isSet(params.get("hijri_month")) || isSet(params.get("hijri_year"))}>
      <FilterSelect name="hijri_month" label="الشهر الهجري" choices={months} />
      <FilterSelect name="hijri_year" label="السنة الهجرية" choices={years} />
    </span>
  );
}

/**
 * A filter by one choice. An invalid value of the address is shown as it is.
 * @param chosen the value, if it is not the address's
 */
export function FilterSelect({
  name,
  label,
  choices,
  chosen,
  none = "الكل",
}: {
  name: string;
  label: string;
  choices: InHtml<Choices>;
  chosen?: string;
  /** What the list shows where nothing is chosen. */
  none?: string;
}) {
  const ofAddress = latinDigits(useSearchParams()[0].get(name)?.trim() ?? "");
  const value = chosen ?? ofAddress;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the part is a select
    <label data-set={isSet(value)}>
      {label}
      <HtmlPart
        as="select"
        id={`filter-${name}`}
        name={name}
        defaultValue={value}
        data-usual={chosen}
        value={choices}
      >
        {(known) => {
          const all: NamedChoice[] = Array.isArray(known) ? known : Object.entries(known);
          const isKnown = !value || all.some(([choice]) => String(choice) === value);
          return (
            <>
              <option value="">{none}</option>
              {!isKnown && <option value={value}>غير معروف: {value.slice(0, 20)}</option>}
              {all.map(([choice, text]) => (
                <option key={choice} value={choice}>
                  {text}
                </option>
              ))}
            </>
          );
        }}
      </HtmlPart>
    </label>
  );
}

/**
 * A filter by a row (db/choices.server.ts). If not all rows are offered, a name finds others: by `offers` of the list's data while the user
 * types.
 */
export function FilterOffer({ name, label, offer }: { name: string; label: string; offer: PageOffer }) {
  const [typed, setTyped] = useState<{ after: PageOffer; offer: Offer; chosen: string }>();
  const current = typed?.after === offer ? typed : { offer, chosen: undefined };
  const { choices, search } = current.offer;
  const typing = useTypedOffers(name, (offers, chosen) => {
    const next = offers[name] as Offer | undefined;
    if (next) setTyped({ after: offer, offer: next, chosen });
  });
  const message = search && matchMessage(search);
  return (
    <>
      <FilterSelect name={name} label={label} choices={choices} chosen={current.chosen} />
      {search && (
        <label data-set={isSet(search.query)}>
          {othersByName(search)}
          <input
            type="search"
            name={searchNameOf(name)}
            defaultValue={search.query}
            maxLength={100}
            ref={typing.input}
            onChange={typing.onType}
            onKeyDown={typing.onArrow}
          />
        </label>
      )}
      {message && (
        <p className="order-3 basis-full text-sm" role="status">
          {message}
        </p>
      )}
    </>
  );
}
